// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Contracts of the outside world, for tests: they pay in odd ways, or only say so.

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
}

contract Payer {
    event Transfer(address indexed from, address indexed to, uint256 value);

    receive() external payable {}

    function pay(address token, address[] calldata to, uint256 each) public {
        for (uint256 n = 0; n < to.length; n++) IToken(token).transfer(to[n], each);
    }

    function payAndRevert(address token, address[] calldata to, uint256 each) external {
        pay(token, to, each);
        revert("undone");
    }

    /// The inner call is undone, the transaction as a whole succeeds.
    function payAndCatch(address token, address[] calldata to, uint256 each) external {
        try this.payAndRevert(token, to, each) {} catch {}
    }

    function payNative(address payable to, uint256 value) public {
        (bool sent, ) = to.call{value: value}("");
        require(sent);
    }

    function payNativeAndRevert(address payable to, uint256 value) external {
        payNative(to, value);
        revert("undone");
    }

    function payNativeAndCatch(address payable to, uint256 value) external {
        try this.payNativeAndRevert(to, value) {} catch {}
    }

    /// A log that looks like a token's.
    function pretend(address to, uint256 value) external {
        emit Transfer(msg.sender, to, value);
    }
}

/// Calls itself USDT. What it does with a transfer is set when it is made.
contract OddToken {
    string public constant symbol = "USDT";
    uint8 public immutable decimals;
    uint256 public immutable feeBps;
    bool public immutable moves;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 decimals_, uint256 feeBps_, bool moves_) {
        decimals = decimals_;
        feeBps = feeBps_;
        moves = moves_;
    }

    function take(uint256 value) external {
        balanceOf[msg.sender] += value;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (moves) {
            balanceOf[msg.sender] -= value;
            balanceOf[to] += value - (value * feeBps) / 10_000;
        }
        emit Transfer(msg.sender, to, value);
        return moves;
    }
}
