// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// Signature transfers by the rules of Permit2: its types, domain, nonces and verification of signatures.
/// Source of the rules: github.com/Uniswap/permit2, SignatureTransfer.sol and SignatureVerification.sol (MIT).
contract PermitTransfers {
    struct TokenPermissions {
        address token;
        uint256 amount;
    }

    struct PermitTransferFrom {
        TokenPermissions permitted;
        uint256 nonce;
        uint256 deadline;
    }

    struct SignatureTransferDetails {
        address to;
        uint256 requestedAmount;
    }

    error SignatureExpired(uint256 deadline);
    error InvalidAmount(uint256 maxAmount);
    error InvalidNonce();
    error InvalidSignatureLength();
    error InvalidSignature();
    error InvalidSigner();
    error InvalidContractSignature();

    bytes32 private constant _DOMAIN = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant _PERMISSIONS = keccak256("TokenPermissions(address token,uint256 amount)");
    bytes32 private constant _PERMIT =
        keccak256(
            "PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)"
        );

    mapping(address owner => mapping(uint256 word => uint256 bits)) public nonceBitmap;

    function permitTransferFrom(
        PermitTransferFrom calldata permit,
        SignatureTransferDetails calldata transferDetails,
        address owner,
        bytes calldata signature
    ) external {
        uint256 amount = transferDetails.requestedAmount;
        if (block.timestamp > permit.deadline) revert SignatureExpired(permit.deadline);
        if (amount > permit.permitted.amount) revert InvalidAmount(permit.permitted.amount);
        _useNonce(owner, permit.nonce);
        _verify(signature, _digest(permit), owner);
        SafeERC20.safeTransferFrom(IERC20(permit.permitted.token), owner, transferDetails.to, amount);
    }

    function _useNonce(address owner, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        if (nonceBitmap[owner][nonce >> 8] & bit != 0) revert InvalidNonce();
        nonceBitmap[owner][nonce >> 8] |= bit;
    }

    function _digest(PermitTransferFrom calldata permit) private view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(_DOMAIN, keccak256("Permit2"), block.chainid, address(this)));
        bytes32 permitted = keccak256(abi.encode(_PERMISSIONS, permit.permitted.token, permit.permitted.amount));
        bytes32 data = keccak256(abi.encode(_PERMIT, permitted, msg.sender, permit.nonce, permit.deadline));
        return keccak256(abi.encodePacked(hex"1901", domain, data));
    }

    /// ERC-1271 with the plain digest for an owner with code, ecrecover for every other owner.
    function _verify(bytes calldata signature, bytes32 digest, address owner) private view {
        if (owner.code.length != 0) {
            bytes4 answer = IERC1271(owner).isValidSignature(digest, signature);
            if (answer != IERC1271.isValidSignature.selector) revert InvalidContractSignature();
            return;
        }
        if (signature.length != 64 && signature.length != 65) revert InvalidSignatureLength();
        bytes32 s = bytes32(signature[32:64]);
        uint8 v;
        if (signature.length == 65) {
            v = uint8(signature[64]);
        } else {
            v = 27 + uint8(uint256(s) >> 255);
            s = bytes32(uint256(s) & (type(uint256).max >> 1));
        }
        address signer = ecrecover(digest, v, bytes32(signature[0:32]), s);
        if (signer == address(0)) revert InvalidSignature();
        if (signer != owner) revert InvalidSigner();
    }
}
