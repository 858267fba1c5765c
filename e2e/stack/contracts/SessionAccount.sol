// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// What an account runs as by EIP-7702 once it has granted a session (ERC-7715): the site's key and the service's act for
/// it, together and until then. What they may do is the service's to judge, which signs nothing else.
contract SessionAccount is ERC7821 {
    struct Session {
        uint64 expiry;
        uint64 used;
    }

    struct Act {
        address key;
        address cosigner;
        address to;
        uint256 value;
        bytes data;
    }

    mapping(address key => mapping(address cosigner => Session)) public sessions;

    error NotOwn();
    error Expired();
    error NotSigned();

    function grant(address key, address cosigner, uint64 expiry) external {
        if (msg.sender != address(this)) revert NotOwn();
        sessions[key][cosigner].expiry = expiry;
    }

    /// What both keys sign (EIP-191) for the next act of a session; undone once it is done.
    function actHash(Act calldata wanted) public view returns (bytes32) {
        uint64 used = sessions[wanted.key][wanted.cosigner].used;
        return keccak256(abi.encode(block.chainid, address(this), used, wanted));
    }

    function act(Act calldata wanted, bytes calldata signature, bytes calldata cosignature) external {
        bytes32 hash = MessageHashUtils.toEthSignedMessageHash(actHash(wanted));
        Session storage session = sessions[wanted.key][wanted.cosigner];
        if (block.timestamp >= session.expiry) revert Expired();
        session.used++;
        if (ECDSA.recoverCalldata(hash, signature) != wanted.key) revert NotSigned();
        if (ECDSA.recoverCalldata(hash, cosignature) != wanted.cosigner) revert NotSigned();
        (bool isDone, bytes memory answer) = wanted.to.call{value: wanted.value}(wanted.data);
        if (!isDone) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
    }

    receive() external payable {}
}
