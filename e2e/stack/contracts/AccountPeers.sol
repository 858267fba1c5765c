// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Paymaster} from "@openzeppelin/contracts/account/paymaster/Paymaster.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// A collection that mints only to accounts that accept its tokens.
contract SafeCollection is ERC721 {
    constructor() ERC721("Collection", "COL") {}

    function safeMint(address to, uint256 id) external {
        _safeMint(to, id);
    }
}

/// An ERC-1155 contract of which every account can mint; it mints only to accounts that accept its tokens.
contract SafeMultiToken is ERC1155 {
    constructor() ERC1155("") {}

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }

    function mintBatch(address to, uint256[] calldata ids, uint256[] calldata amounts) external {
        _mintBatch(to, ids, amounts, "");
    }
}

/// Forwards native currency with the stipend of 2,300 gas only, as `transfer` of WETH and of many older contracts does.
contract StipendSender {
    function forward(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value, gas: 0}("");
        require(sent, "not sent");
    }
}

/// A paymaster that pays for every user operation.
contract Sponsor is Paymaster {
    function deposit() external payable {
        _deposit(msg.value);
    }

    function _validatePaymasterUserOp(
        PackedUserOperation calldata,
        bytes32,
        uint256
    ) internal pure override returns (bytes memory, uint256) {
        return ("", 0);
    }
}
