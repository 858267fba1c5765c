// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token whose balances are those of the native coin, as of CELO's contract. The EVM lets no contract move the coins
/// of its caller: this one pays from its own.
contract NativeTwinToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
    }

    receive() external payable {}

    function balanceOf(address owner) external view returns (uint256) {
        return owner.balance;
    }

    function mint(address, uint256) external {}

    function transfer(address to, uint256 amount) external returns (bool) {
        (bool isPaid, ) = to.call{value: amount}("");
        require(isPaid, "not paid");
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// Has no `decimals()`, which EIP-20 leaves out for those that do not want it.
contract NoDecimalsToken {
    string public name;
    string public symbol;
    mapping(address owner => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8) {
        name = name_;
        symbol = symbol_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}
