// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC6909} from "@openzeppelin/contracts/token/ERC6909/ERC6909.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// A collection which anybody may mint.
contract Collection is ERC721 {
    constructor() ERC721("Collection", "COL") {}

    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}

/// Tokens with operators which anybody may mint.
contract OperatedTokens is ERC6909 {
    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount);
    }
}

interface IAllowed {
    function allowance(address owner, address spender) external view returns (uint256);
}

/// Takes up to seven units of each token that its caller has approved, by whatever name it is called.
contract Taker {
    address[] private _tokens;

    constructor(address[] memory tokens) {
        _tokens = tokens;
    }

    receive() external payable {}

    fallback() external payable {
        for (uint256 index = 0; index < _tokens.length; index++) {
            uint256 left = IAllowed(_tokens[index]).allowance(msg.sender, address(this));
            uint256 amount = left < 7 ? left : 7;
            // Some tokens return nothing.
            (bool taken, ) = _tokens[index].call(
                abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount)
            );
            require(taken, "not taken");
        }
    }
}
