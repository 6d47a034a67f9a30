// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A coin for test networks. It is worth nothing by construction: anybody may take some.
abstract contract TestToken is ERC20, AccessControl {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// The most that one call of `take` gives.
    uint256 public immutable takeMax;

    error TookTooMuch(uint256 asked, uint256 most);

    constructor(string memory name_, string memory symbol_, uint256 takeMax_, address minter)
        ERC20(name_, symbol_)
    {
        takeMax = takeMax_;
        _grantRole(MINTER_ROLE, minter);
    }

    function mint(address to, uint256 amount) external onlyRole(MINTER_ROLE) {
        _mint(to, amount);
    }

    /// For scripts that want to send something to the product from outside.
    function take(uint256 amount) external {
        if (amount > takeMax) revert TookTooMuch(amount, takeMax);
        _mint(msg.sender, amount);
    }
}
