/** How an EIP-1193 method of a dApp is treated (SPEC §6, §7); a method in no list is refused. */
export type RpcPolicy = 'read' | 'wallet' | 'refused'

// One pattern per list: the names share their prefixes, and every host page carries them.
const isRead = (method: string) =>
  /^(eth_(blobBaseFee|blockNumber|call|chainId|createAccessList|estimateGas|feeHistory|gasPrice|get(Balance|Block(By(Hash|Number)|Receipts|TransactionCountBy(Hash|Number))|Code|Logs|Proof|StorageAt|Transaction(By(Block(Hash|Number)AndIndex|Hash)|Count|Receipt))|maxPriorityFeePerGas|simulateV1)|net_version|web3_clientVersion)$/.test(
    method,
  )

/** Wallet methods that answer without asking a person, so a lost one may be repeated. */
const isSilent = (method: string) =>
  /^(eth_((un)?subscribe|accounts)|wallet_get(CallsStatus|Capabilities|Permissions))$/.test(method)

const isPrompt = (method: string) =>
  /^(eth_(requestAccounts|send(Raw)?Transaction|sign(Transaction|TypedData_v4))|personal_sign|wallet_((add|switch)EthereumChain|(grant|request|revoke)Permissions|sendCalls|showCallsStatus|watchAsset))$/.test(
    method,
  )

/** Who answers a method: the RPC gateway, the wallet, or nobody. Both ends read this table; the widget's copy decides. */
export const rpcPolicy = (method: string): RpcPolicy =>
  isRead(method) ? 'read' : isSilent(method) || isPrompt(method) ? 'wallet' : 'refused'

/** Whether a method may open a prompt or move money. Unknown methods count as such. */
export const mayPrompt = (method: string): boolean => !isRead(method) && !isSilent(method)

/** Whether host-sdk passes a method to an injected wallet: anything a wallet answers, reads included (chain id, code…). */
export const isAllowedForWallet = (method: string): boolean => rpcPolicy(method) !== 'refused'
