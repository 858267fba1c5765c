// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Farcaster's IdRegistry on OP Mainnet, as far as sign-ins read it. Registering is open to every caller, and a transfer needs no
/// signature of the recipient.
contract FarcasterIdRegistry {
    mapping(address custody => uint256 fid) public idOf;
    mapping(uint256 fid => address custody) public custodyOf;
    uint256 public idCounter;

    error HasId();
    error HasNoId();

    function register(address to) external returns (uint256 fid) {
        fid = ++idCounter;
        _assign(fid, to);
    }

    function transfer(address to, uint256, bytes calldata) external {
        uint256 fid = idOf[msg.sender];
        if (fid == 0) revert HasNoId();
        delete idOf[msg.sender];
        _assign(fid, to);
    }

    function _assign(uint256 fid, address to) private {
        if (idOf[to] != 0) revert HasId();
        idOf[to] = fid;
        custodyOf[fid] = to;
    }
}

/// Farcaster's KeyRegistry on OP Mainnet, as far as sign-ins read it, without its checks of metadata.
contract FarcasterKeyRegistry {
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    FarcasterIdRegistry public immutable idRegistry;
    mapping(uint256 fid => mapping(bytes key => KeyData data)) private _keys;

    error InvalidState();
    error Unauthorized();

    constructor(FarcasterIdRegistry registry) {
        idRegistry = registry;
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return _keys[fid][key];
    }

    function add(uint32 keyType, bytes calldata key, uint8, bytes calldata) external {
        KeyData storage data = _keys[_fidOfSender()][key];
        if (data.state != KeyState.NULL) revert InvalidState();
        data.state = KeyState.ADDED;
        data.keyType = keyType;
    }

    function remove(bytes calldata key) external {
        KeyData storage data = _keys[_fidOfSender()][key];
        if (data.state != KeyState.ADDED) revert InvalidState();
        data.state = KeyState.REMOVED;
    }

    function _fidOfSender() private view returns (uint256 fid) {
        fid = idRegistry.idOf(msg.sender);
        if (fid == 0) revert Unauthorized();
    }
}
