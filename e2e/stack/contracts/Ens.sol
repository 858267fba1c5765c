// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Who owns a name and where its records are (EIP-137).
contract EnsRegistry {
    struct Record {
        address owner;
        address resolver;
    }

    mapping(bytes32 => Record) private _records;

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event NewResolver(bytes32 indexed node, address resolver);

    constructor(address root) {
        _records[bytes32(0)].owner = root;
    }

    modifier authorised(bytes32 node) {
        require(_records[node].owner == msg.sender, "not the owner");
        _;
    }

    function owner(bytes32 node) external view returns (address) {
        return _records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return _records[node].resolver;
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address owner_, address resolver_, uint64)
        external
        authorised(node)
    {
        bytes32 subnode = keccak256(abi.encodePacked(node, label));
        _records[subnode] = Record(owner_, resolver_);
        emit NewOwner(node, label, owner_);
        emit NewResolver(subnode, resolver_);
    }

    function setResolver(bytes32 node, address resolver_) external authorised(node) {
        _records[node].resolver = resolver_;
        emit NewResolver(node, resolver_);
    }
}

/// Records of names: addresses by coin type (EIP-137, ENSIP-9), texts (ENSIP-5), names of accounts (EIP-181).
contract EnsResolver {
    EnsRegistry private immutable _registry;
    mapping(bytes32 => mapping(uint256 => bytes)) private _addresses;
    mapping(bytes32 => mapping(string => string)) private _texts;
    mapping(bytes32 => string) private _names;

    constructor(EnsRegistry registry) {
        _registry = registry;
    }

    modifier authorised(bytes32 node) {
        require(_registry.owner(node) == msg.sender, "not the owner");
        _;
    }

    function setAddr(bytes32 node, uint256 coinType, bytes calldata account) external authorised(node) {
        _addresses[node][coinType] = account;
    }

    function setText(bytes32 node, string calldata key, string calldata value) external authorised(node) {
        _texts[node][key] = value;
    }

    function setName(bytes32 node, string calldata newName) external authorised(node) {
        _names[node] = newName;
    }

    function addr(bytes32 node) external view returns (address) {
        bytes memory account = _addresses[node][60];
        return account.length == 20 ? address(bytes20(account)) : address(0);
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return _addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return _texts[node][key];
    }

    function name(bytes32 node) external view returns (string memory) {
        return _names[node];
    }
}

/// What wallets ask in place of registry and resolver, by the names of ENS's own contract; names kept elsewhere
/// (CCIP-Read, wildcards) are not there.
contract EnsUniversalResolver {
    EnsRegistry private immutable _registry;

    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    constructor(EnsRegistry registry) {
        _registry = registry;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        address resolver = _registry.resolver(_nodeOfPacket(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        (bool ok, bytes memory answer) = resolver.staticcall(data);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        return (answer, resolver);
    }

    function reverseWithGateways(bytes calldata account, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        bytes32 reverseNode = _reverseNode(account);
        address reverseResolver = _registry.resolver(reverseNode);
        if (reverseResolver == address(0)) revert ResolverNotFound(account);
        string memory primary = EnsResolver(reverseResolver).name(reverseNode);
        bytes32 node = _nodeOfName(bytes(primary));
        address resolver = _registry.resolver(node);
        if (resolver == address(0)) revert ResolverNotFound(bytes(primary));
        bytes memory forward = EnsResolver(resolver).addr(node, coinType);
        if (keccak256(forward) != keccak256(account)) revert ReverseAddressMismatch(primary, forward);
        return (primary, resolver, reverseResolver);
    }

    /// The node of a name in DNS wire format: labels, each after its length.
    function _nodeOfPacket(bytes calldata name, uint256 start) private pure returns (bytes32) {
        uint256 length = uint8(name[start]);
        if (length == 0) return bytes32(0);
        uint256 end = start + 1 + length;
        return keccak256(abi.encodePacked(_nodeOfPacket(name, end), keccak256(name[start + 1:end])));
    }

    /// The node of a name in dots, from its last label to its first.
    function _nodeOfName(bytes memory name) private pure returns (bytes32 node) {
        uint256 end = name.length;
        if (end == 0) return bytes32(0);
        for (uint256 start = end; ; start--) {
            if (start != 0 && name[start - 1] != ".") continue;
            bytes memory label = new bytes(end - start);
            for (uint256 i = 0; i < label.length; i++) label[i] = name[start + i];
            node = keccak256(abi.encodePacked(node, keccak256(label)));
            if (start == 0) return node;
            end = start - 1;
        }
    }

    /// The node of `{account in hex}.addr.reverse` (EIP-181).
    function _reverseNode(bytes calldata account) private pure returns (bytes32) {
        bytes16 digits = "0123456789abcdef";
        bytes memory hex_ = new bytes(account.length * 2);
        for (uint256 i = 0; i < account.length; i++) {
            hex_[2 * i] = digits[uint8(account[i]) >> 4];
            hex_[2 * i + 1] = digits[uint8(account[i]) & 15];
        }
        bytes32 reverse = keccak256(abi.encodePacked(bytes32(0), keccak256("reverse")));
        bytes32 parent = keccak256(abi.encodePacked(reverse, keccak256("addr")));
        return keccak256(abi.encodePacked(parent, keccak256(hex_)));
    }
}
