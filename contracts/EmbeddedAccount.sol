// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {SignerEIP7702} from "@openzeppelin/contracts/utils/cryptography/signers/SignerEIP7702.sol";

/**
 * @title The code to which an account of the embedded wallet delegates (EIP-7702).
 * @notice The account's own key stays its only owner. The code adds batches (ERC-7821), sponsored user operations
 * (ERC-4337, EntryPoint v0.9) and contract signatures (ERC-1271).
 * @dev The contract has no storage, no constructor, no initialiser, no owner and no upgrade:
 * - A delegated account can later change its delegate, and keeps its storage. A slot written by one delegate is read with
 *   another meaning by the next. This code reads and writes none, so it neither leaves slots behind nor depends on them.
 * - An initialiser would run in a transaction of its own after the delegation, and any other account could call it first.
 *
 * `execute` calls the account itself for a call whose target is the zero address (ERC-7821).
 *
 * The deployed contract itself belongs to no key and can do nothing: only accounts that delegate to it can. Assets sent to
 * its own address are lost.
 * @custom:stateless
 */
contract EmbeddedAccount is Account, SignerEIP7702, ERC7821, ERC721Holder, ERC1155Holder, IERC1271 {
    /**
     * @notice Returns the ERC-1271 magic value if the account's own key signed `hash`, and 0xffffffff if not; never reverts.
     * @dev Accepts 65 bytes (r, s, v with v 27 or 28) and 64 bytes (r, vs: EIP-2098), both only with s in the lower half of
     * the curve order. Each of them also verifies for the same account without code, so a signature verifies before, during
     * and after a delegation. Permit2, for example, passes the plain digest of its permit to `isValidSignature` as soon as
     * the account has code.
     *
     * ERC-7739 would wrap the digest, so that a signature for one account does not verify for another account of the same
     * signer. Among accounts of this contract that cannot happen: the signer is `address(this)`, so one key signs for one
     * address. Where the same key also owns another contract account, a digest that it signs there and that names no account
     * verifies here too. So it does for the account without code, at every verifier that accepts accounts without code; only
     * at a verifier that accepts nothing but contracts does the delegation add it.
     *
     * A signature has two encodings, so its bytes are no unique id; verifiers use nonces.
     */
    function isValidSignature(bytes32 hash, bytes calldata signature) external view override returns (bytes4) {
        // For every other length v is 0, with which no key is recovered.
        (uint8 v, bytes32 r, bytes32 s) = ECDSA.parseCalldata(signature);
        (address signer, ECDSA.RecoverError failure, ) = ECDSA.tryRecover(hash, v, r, s);
        bool isOwn = failure == ECDSA.RecoverError.NoError && signer == address(this);
        return isOwn ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// @notice ERC-165: the callbacks for received tokens, and ERC-1271.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return
            interfaceId == type(IERC721Receiver).interfaceId ||
            interfaceId == type(IERC1271).interfaceId ||
            super.supportsInterface(interfaceId);
    }

    /**
     * @dev Batches come from the account itself (a transaction to itself, signed by its key) or from the EntryPoint, which
     * calls only after `validateUserOp` has accepted the key's signature. There is no mode in which another caller presents
     * a signature: ERC7821 rejects modes with `opData`.
     */
    function _erc7821AuthorizedExecutor(
        address caller,
        bytes32 mode,
        bytes calldata executionData
    ) internal view override returns (bool) {
        return caller == address(entryPoint()) || super._erc7821AuthorizedExecutor(caller, mode, executionData);
    }
}
