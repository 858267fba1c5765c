// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ZooToken} from "./TokenZoo.sol";

/// Takes 5 % from the sender on top of the amount, all of which arrives.
contract SenderFeeToken is ZooToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (_isTransfer(from, to)) super._update(from, address(0), value / 20);
    }
}
