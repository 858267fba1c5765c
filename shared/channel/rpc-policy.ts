/** How an EIP-1193 method of a dApp is handled (SPEC §6, §7); a method in no list is blocked. */
export type RpcPolicy = 'read' | 'wallet' | 'refused'

// One pattern per list: the names share their prefixes, and every host page loads them.
const isRead = (method: string) =>
  /^(eth_(blobBaseFee|blockNumber|call|chainId|createAccessList|estimateGas|feeHistory|gasPrice|get(Balance|Block(By(Hash|Number)|Receipts|TransactionCountBy(Hash|Number))|Code|Logs|Proof|StorageAt|Transaction(By(Block(Hash|Number)AndIndex|Hash)|Count|Receipt))|maxPriorityFeePerGas|simulateV1)|net_version|web3_clientVersion)$/.test(
    method,
  )

/** Wallet methods that do not prompt the user, so a lost one may be repeated. */
const isSilent = (method: string) =>
  /^(eth_((un)?subscribe|accounts)|wallet_get(CallsStatus|Capabilities|Permissions))$/.test(method)

const isPrompt = (method: string) =>
  /^(eth_(requestAccounts|send(Raw)?Transaction|sign(Transaction|TypedData_v4))|personal_sign|wallet_((add|switch)EthereumChain|(grant|request|revoke)Permissions|sendCalls|showCallsStatus|watchAsset))$/.test(
    method,
  )

/** Where a method goes: the RPC gateway, the wallet, or nowhere. Both ends read this table; the widget's copy decides. */
export const rpcPolicy = (method: string): RpcPolicy =>
  isRead(method) ? 'read' : isSilent(method) || isPrompt(method) ? 'wallet' : 'refused'

/** True if a method may open a prompt or move money. Unknown methods count as such. */
export const mayPrompt = (method: string): boolean => !isRead(method) && !isSilent(method)

/** True if host-sdk passes a method to an injected wallet. All methods of a wallet, reads included (chain id, code…). */
export const isAllowedForWallet = (method: string): boolean => rpcPolicy(method) !== 'refused'
