// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What the house has signed, proof by proof: written once, in order, and never changed.
contract ProofLog {
    struct Proof {
        /// Of the tree over all members.
        bytes32 root;
        /// SHA-256 of the whole text that was signed.
        bytes32 text;
    }

    event Written(uint256 indexed number, bytes32 root, bytes32 text);

    error NotTheOwner();
    error NotTheNext(uint256 next);

    /// In storage, so that the code of every such contract is the same and can be compared.
    address public owner;
    /// The number of the last proof; none of those before it is missing.
    uint256 public latest;
    /// By number.
    mapping(uint256 => Proof) public proofs;

    constructor(address owner_) {
        owner = owner_;
    }

    function write(uint256 number, bytes32 root, bytes32 text) external {
        if (msg.sender != owner) revert NotTheOwner();
        if (number != latest + 1) revert NotTheNext(latest + 1);
        latest = number;
        proofs[number] = Proof(root, text);
        emit Written(number, root, text);
    }
}
