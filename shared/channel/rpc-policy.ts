/** How an EIP-1193 method of a dApp is treated (SPEC §6, §7); a method in no list is refused. */
export type RpcTreatment = 'read' | 'wallet' | 'refused'

const readMethods = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_simulateV1',
  'net_version',
  'web3_clientVersion',
])

const walletMethods = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
  'wallet_sendCalls',
  'wallet_showCallsStatus',
  'wallet_switchEthereumChain',
  'wallet_watchAsset',
])

/** Wallet methods that answer without asking a person, so a lost one may be repeated. */
const silentWalletMethods = new Set([
  'eth_accounts',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_getPermissions',
])

/** Who answers a method: the RPC gateway, the wallet, or nobody. Both ends read this table; the widget's copy decides. */
export const rpcTreatment = (method: string): RpcTreatment =>
  readMethods.has(method) ? 'read' : walletMethods.has(method) ? 'wallet' : 'refused'

/** Whether a method may open a prompt or move money. Unknown methods count as such. */
export const mayPrompt = (method: string): boolean =>
  !readMethods.has(method) && !silentWalletMethods.has(method)

/** Whether host-sdk passes a method to an injected wallet: anything a wallet answers, reads included (chain id, code…). */
export const mayReachWallet = (method: string): boolean => rpcTreatment(method) !== 'refused'
