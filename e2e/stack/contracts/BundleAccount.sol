// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";

/// What an account runs as by EIP-7702, so that it can execute several calls at once, all or none.
contract BundleAccount is ERC7821 {
    /// Coins come to it as to any account: a swap pays them out by a call.
    receive() external payable {}
}
