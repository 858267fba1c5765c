// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ZooToken} from "./TokenZoo.sol";

/// Has a list of blocked accounts, which anybody may extend.
abstract contract ListingToken is ZooToken {
    mapping(address account => bool) internal _isBlocked;

    function blockAccount(address account) external {
        _isBlocked[account] = true;
    }
}

/// Checks the receiver alone and says so in words, as Circle's tokens do of either side.
contract ReceiverBlockingToken is ListingToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        require(!_isBlocked[to], "Blacklistable: account is blacklisted");
        super._update(from, to, value);
    }
}

/// Reverts without data, as Tether's token of 2017 does.
contract SilentToken is ListingToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        require(!_isBlocked[from] && !_isBlocked[to]);
        super._update(from, to, value);
    }
}

/// Blocks with the error of OpenZeppelin's list of blocked accounts.
contract ErrorBlockingToken is ListingToken {
    error ERC20Blocked(address user);

    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        if (_isBlocked[to]) revert ERC20Blocked(to);
        super._update(from, to, value);
    }
}

/// Refuses with an error of its own, which no list has.
contract OddErrorToken is ListingToken {
    error MoonIsNotFull(uint256 phase);

    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        if (_isBlocked[to]) revert MoonIsNotFull(3);
        super._update(from, to, value);
    }
}

/// Takes no transfer and no allowance of zero.
contract NoZeroToken is ZooToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        require(value > 0, "zero amount");
        super._update(from, to, value);
    }

    function approve(address spender, uint256 value) public override returns (bool) {
        require(value > 0, "zero allowance");
        return super.approve(spender, value);
    }
}
