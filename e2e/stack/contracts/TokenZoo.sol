// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token with a rule of its own, which anybody may mint.
abstract contract ZooToken is ERC20 {
    uint8 private immutable _decimals;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) ERC20(name_, symbol_) {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function _isTransfer(address from, address to) internal pure returns (bool) {
        return from != address(0) && to != address(0);
    }
}

/// Takes 5 % of each transfer, and says so in its events.
contract FeeToken is ZooToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = _isTransfer(from, to) ? value / 20 : 0;
        super._update(from, to, value - fee);
        if (fee > 0) super._update(from, address(0), fee);
    }
}

/// Takes 5 % of each transfer, and its events say that all of it arrived.
contract QuietFeeToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    mapping(address owner => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount - amount / 20;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// Keeps shares, of which each is worth more by the hour: three shares stand for ten units, rounded down.
contract RebasingToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    mapping(address owner => uint256) private _shares;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    function balanceOf(address owner) public view returns (uint256) {
        return (_shares[owner] * 10) / 3;
    }

    function mint(address to, uint256 amount) external {
        _shares[to] += (amount * 3) / 10 + 1;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        uint256 shares = (amount * 3) / 10;
        _shares[msg.sender] -= shares;
        _shares[to] += shares;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// Stands still while it is paused.
contract PausedToken is ZooToken {
    error EnforcedPause();

    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        if (_isTransfer(from, to)) revert EnforcedPause();
        super._update(from, to, value);
    }
}

/// Says in words that it is paused, as older tokens do.
contract WordyPausedToken is ZooToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        require(!_isTransfer(from, to), "Pausable: paused");
        super._update(from, to, value);
    }
}

/// Has every account on its list of blocked ones.
contract BlockingToken is ZooToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        require(!_isTransfer(from, to), "Blacklistable: account is blacklisted");
        super._update(from, to, value);
    }
}

/// Takes no transfer below a hundred units, zero among them.
contract LeastToken is ZooToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function _update(address from, address to, uint256 value) internal override {
        require(!_isTransfer(from, to) || value >= 100, "amount too small");
        super._update(from, to, value);
    }
}

/// Answers false instead of reverting, and moves nothing.
contract FalseToken is ZooToken {
    constructor(string memory n, string memory s, uint8 d) ZooToken(n, s, d) {}

    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }
}
