// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// An account that is a contract: what its owner signed, it signed (ERC-1271).
contract SmartAccount {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError fault, ) = ECDSA.tryRecoverCalldata(hash, signature);
        bool isOwners = fault == ECDSA.RecoverError.NoError && signer == owner;
        return isOwners ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Makes smart accounts at addresses that are known before they are there (ERC-6492).
contract SmartAccountFactory {
    function make(address owner) external returns (address) {
        return address(new SmartAccount{salt: 0}(owner));
    }

    function addressOf(address owner) external view returns (address) {
        bytes memory code = abi.encodePacked(type(SmartAccount).creationCode, abi.encode(owner));
        bytes32 hash = keccak256(abi.encodePacked(bytes1(0xff), address(this), uint256(0), keccak256(code)));
        return address(uint160(uint256(hash)));
    }
}
