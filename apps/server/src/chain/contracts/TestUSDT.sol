// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// 18 decimals, as the real one has on BNB Smart Chain.
contract TestUSDT is TestToken {
    constructor(address minter) TestToken("Test USDT (no value)", "USDT", 1_000_000 ether, minter) {}
}
