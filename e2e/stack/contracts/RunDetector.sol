// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A hostile token for tests of simulation: it reports the values by which a contract may recognise a run that is no
/// transaction, and grants a right only where it finds none of them.
contract RunDetector {
    address private constant thief = address(0xbad);

    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    /// Reports each value as an ERC-1155 transfer to the caller: the id says which, the amount is the value.
    function report() external {
        emit TransferSingle(address(this), address(0), msg.sender, 1, tx.gasprice);
        emit TransferSingle(address(this), address(0), msg.sender, 2, block.basefee);
        emit TransferSingle(address(this), address(0), msg.sender, 3, uint160(address(block.coinbase)));
        emit TransferSingle(address(this), address(0), msg.sender, 4, uint160(tx.origin));
    }

    /// Takes all and grants the rest, unless this looks like a simulation.
    function claim() external {
        bool isSimulated = tx.gasprice == 0 || tx.gasprice < block.basefee || block.basefee == 0
            || block.coinbase == address(0) || tx.origin != msg.sender || block.prevrandao == 0;
        if (isSimulated) return;
        allowance[msg.sender][thief] = type(uint256).max;
        emit Approval(msg.sender, thief, type(uint256).max);
        uint256 all = balanceOf[msg.sender];
        balanceOf[msg.sender] = 0;
        balanceOf[thief] += all;
        emit Transfer(msg.sender, thief, all);
    }
}
