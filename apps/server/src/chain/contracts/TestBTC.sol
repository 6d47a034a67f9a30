// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

contract TestBTC is TestToken {
    constructor(address minter) TestToken("Test BTC (no value)", "BTC", 1_000 ether, minter) {}
}
