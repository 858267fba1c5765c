import { dataTestIds } from '@metamask/test-dapp-solana'

/** One action in a published test dApp, and how the dApp displays its result. */
export type TestStep = {
  readonly action: string
  /** The wallet's result, or an error that the dApp displays. */
  readonly outcome: 'answered' | 'refused'
  /** Id of the button. */
  readonly buttonId: string
  /** Values of input fields by their ids, filled in before. */
  readonly fields?: Readonly<Record<string, string>>
  /** Id of the element that then has this text; `{account}` is the connected account. */
  readonly expectedText?: readonly [id: string, text: string | RegExp]
  /** What the dApp then logs to the console, if it displays nothing on the page. */
  readonly expectedLog?: RegExp
  /** The widget's notice, which the test then closes. */
  readonly notice?: string
}

const methodNotAllowed = 'Error: Requested RPC call is not allowed'
const signature = /^0x[0-9a-f]{130}$/
const hash = /^0x[0-9a-f]{64}$/

const succeeds = (
  action: string,
  buttonId: string,
  expectedText: NonNullable<TestStep['expectedText']>,
  fields?: TestStep['fields'],
): TestStep => ({ action, outcome: 'answered', buttonId, expectedText, ...(fields && { fields }) })
const fails = (
  action: string,
  buttonId: string,
  expectedText: NonNullable<TestStep['expectedText']>,
): TestStep => ({
  action,
  outcome: 'refused',
  buttonId,
  expectedText,
})
const logsResult = (
  action: string,
  buttonId: string,
  expectedLog: RegExp,
  fields?: TestStep['fields'],
): TestStep => ({
  action,
  outcome: 'answered',
  buttonId,
  expectedLog,
  ...(fields && { fields }),
})

const failsTypedData = (action: string, buttonId: string, message: string): TestStep =>
  fails(action, buttonId, ['signMalformedResult', `Error: Invalid typed data: ${message}`])
const failsSend = (action: string, buttonId: string, member: string): TestStep =>
  fails(action, buttonId, ['sendMalformedResult', `Error: Invalid ${member}`])
const failsBypass = (action: string, buttonId: string, member: string): TestStep =>
  fails(action, buttonId, ['maliciousWarningBypassResult', `Error: Invalid ${member}`])

/** MetaMask's test dApp: signatures, permissions and malformed requests, in an order that works. */
export const signingSteps: readonly TestStep[] = [
  succeeds('eth_accounts', 'getAccounts', ['getAccountsResult', /^{account}(,|$)/]),
  succeeds('wallet_requestPermissions', 'requestPermissions', ['permissionsResult', 'eth_accounts']),
  succeeds('wallet_getPermissions', 'getPermissions', ['permissionsResult', 'eth_accounts']),
  succeeds('personal_sign', 'personalSign', ['personalSignResult', signature]),
  fails('personal_ecRecover', 'personalSignVerify', ['personalSignVerifyECRecoverResult', methodNotAllowed]),
  fails('eth_sign', 'ethSign', ['ethSign', methodNotAllowed]),
  fails('eth_signTypedData', 'signTypedData', ['signTypedDataResult', methodNotAllowed]),
  fails('eth_signTypedData_v3', 'signTypedDataV3', ['signTypedDataV3Result', methodNotAllowed]),
  succeeds('eth_signTypedData_v4', 'signTypedDataV4', ['signTypedDataV4Result', signature]),
  succeeds('its signer', 'signTypedDataV4Verify', ['signTypedDataV4VerifyResult', /^{account}$/]),
  succeeds('a permit (EIP-2612)', 'signPermit', ['signPermitResult', signature]),
  succeeds('its signer', 'signPermitVerify', ['signPermitVerifyResult', /^{account}$/]),
  succeeds('a Blur order', 'signBlurOrder', ['signPermitVariantResult', signature]),
  succeeds('a Permit2 permit', 'signPermitSingle', ['signPermitVariantResult', signature]),
  succeeds('Permit2 permits in one', 'signPermitBatch', ['signPermitVariantResult', signature]),
  succeeds('Seaport orders in one', 'signSeaportBulkOrder', ['signPermitVariantResult', signature]),
  succeeds('a sign-in (EIP-4361)', 'siwe', ['siweResult', signature]),
  succeeds('a sign-in with resources', 'siweResources', ['siweResult', signature]),
  fails('a sign-in to another site', 'siweBadDomain', [
    'siweResult',
    /^Error: The message signs in to metamask\.badactor\.io, which is another site than /,
  ]),
  failsTypedData(
    'an unknown type',
    'signInvalidType',
    'types.OrderComponents.consideration has an unknown type',
  ),
  failsTypedData('no domain', 'signEmptyDomain', 'domain.name is missing'),
  succeeds('data of no type', 'signExtraDataNotTyped', ['signMalformedResult', signature]),
  failsTypedData('a bad primary type', 'signInvalidPrimaryType', 'primaryType is not a valid name'),
  failsTypedData(
    'no primary type',
    'signNoPrimaryTypeDefined',
    'request lacks types, primaryType or message',
  ),
  failsTypedData(
    'a contract that is a number',
    'signInvalidVerifyingContractType',
    'domain.verifyingContract is not an address',
  ),
  failsSend('a value that is text', 'sendWithInvalidValue', 'value'),
  failsSend('an unknown transaction type', 'sendWithInvalidTxType', 'type'),
  failsSend('a recipient that is text', 'sendWithInvalidRecipient', 'to'),
  failsSend('a gas limit that is text', 'sendWithInvalidGasLimit', 'gasLimit'),
  failsSend('a fee that is text', 'sendWithInvalidMaxFeePerGas', 'maxFeePerGas'),
  failsBypass('data of odd length', 'maliciousSendWithOddHexData', 'data'),
  failsBypass('an approval of odd length', 'maliciousApproveERC20WithOddHexData', 'data'),
  failsBypass('a value without 0x', 'maliciousSendWithoutHexPrefixValue', 'value'),
  fails('eth_getEncryptionPublicKey', 'getEncryptionKeyButton', ['encryptionKeyDisplay', methodNotAllowed]),
]

/** The transaction that ethers returns to the dApp. */
const ethersTransaction = /^result \{hash: 0x/
/** Recipient of tokens and NFTs. */
export const recipient = '0x2f318C334780961FB129D2a6c30D0763d9a5C970'

/** Sending the native currency and tokens, deploying and using contracts, in an order that works. */
export const tokenSteps: readonly TestStep[] = [
  logsResult('send (legacy)', 'sendButton', hash),
  logsResult('send (EIP-1559)', 'sendEIP1559Button', hash),
  logsResult('send without gas', 'sendEIP1559WithoutGasButton', hash),
  succeeds('deploy a contract', 'deployButton', ['contractStatus', 'Deployed']),
  succeeds('deposit', 'depositButton', ['contractStatus', 'Deposit completed']),
  succeeds('withdraw', 'withdrawButton', ['contractStatus', 'Withdrawn']),
  succeeds('deploy a contract that fails', 'deployFailingButton', ['failingContractStatus', 'Deployed']),
  succeeds('a transaction that fails', 'sendFailingButton', [
    'failingContractStatus',
    'Failed transaction process completed as expected.',
  ]),
  succeeds('deploy a multisig', 'deployMultisigButton', ['multisigContractStatus', 'Deployed']),
  succeeds('send to the multisig', 'sendMultisigButton', [
    'multisigContractStatus',
    'Transaction completed as expected.',
  ]),
  logsResult('a large call', 'sendHeavyHexDataButton', /^Transaction completed as expected\. 0x/),
  succeeds('create a token (ERC-20)', 'createToken', ['erc20TokenAddresses', /^0x[0-9a-fA-F]{40}$/]),
  logsResult('wallet_watchAsset of it', 'watchAssets', /^result \[true\]$/),
  logsResult('transfer', 'transferTokens', ethersTransaction),
  logsResult('approve', 'approveTokens', ethersTransaction, { approveTo: recipient }),
  succeeds('its allowance', 'getAllowance', ['allowanceAmountResult', '7.0000'], {
    allowanceOwner: '{account}',
    allowanceSpender: recipient,
  }),
  logsResult('increase the allowance', 'increaseTokenAllowance', ethersTransaction),
  succeeds('its allowance then', 'getAllowance', ['allowanceAmountResult', '8.0000']),
  logsResult('transfer at its own gas price', 'transferTokensWithoutGas', ethersTransaction),
]

/** NFT collections, call bundles and networks. */
export const collectionSteps: readonly TestStep[] = [
  succeeds('deploy a collection (ERC-721)', 'deployNFTsButton', ['nftsStatus', 'Deployed']),
  succeeds('mint', 'mintButton', ['nftsStatus', 'Mint completed']),
  logsResult('wallet_watchAsset of an NFT', 'watchNFTButton', /^true$/),
  succeeds('approve an NFT', 'approveButton', ['nftsStatus', 'Approve completed']),
  succeeds('set approval for all', 'setApprovalForAllButton', [
    'nftsStatus',
    'Set Approval For All completed',
  ]),
  succeeds('revoke it', 'revokeButton', ['nftsStatus', 'Revoke completed']),
  succeeds('sign a permit of an NFT', 'sign721Permit', ['sign721PermitResult', signature]),
  succeeds('transfer an NFT', 'transferFromButton', ['nftsStatus', 'Transfer From completed']),
  succeeds('deploy a collection (ERC-1155)', 'deployERC1155Button', ['erc1155Status', 'Deployed']),
  succeeds('mint several', 'batchMintButton', ['erc1155Status', 'Batch Minting completed'], {
    batchMintTokenIds: '1, 2',
    batchMintIdAmounts: '5, 7',
  }),
  succeeds(
    'transfer several',
    'batchTransferFromButton',
    ['erc1155Status', 'Batch Transfer From completed'],
    { batchTransferTokenIds: '1, 2', batchTransferTokenAmounts: '1, 1' },
  ),
  succeeds('set approval for all', 'setApprovalForAllERC1155Button', [
    'erc1155Status',
    'Set Approval For All completed',
  ]),
  succeeds('revoke it', 'revokeERC1155Button', ['erc1155Status', 'Revoke completed']),
  logsResult('wallet_watchAsset of an item', 'watchAssetButton', /^true$/),
  succeeds('wallet_getCapabilities', 'eip5792GetCapabilitiesButton', [
    'eip5792GetCapabilitiesResult',
    /"atomic": \{\s+"status": "ready"/,
  ]),
  {
    ...succeeds('wallet_sendCalls', 'eip5792SendCallsButton', ['eip5792RequestIdInput', /^0x[0-9a-f]+$/]),
    // To execute the bundle, the wallet delegates the account to a contract (EIP-7702).
    notice: 'Harbour Wallet let a contract act as your account',
  },
  succeeds('wallet_getCallsStatus', 'eip5792GetCallsStatusButton', [
    'eip5792GetCallsStatusResult',
    /"status": 200/,
  ]),
  fails('wallet_sendCalls with a capability', 'eip5792SendCallsRequiredAssetsButton', [
    'eip5792SendCallsError',
    'Error: The wallet does not support the capability auxiliaryFunds',
  ]),
  {
    action: 'wallet_addEthereumChain of a node that is not there',
    outcome: 'refused',
    buttonId: 'addEthereumChain',
    expectedLog: /The node does not answer as chain 1338/,
  },
]

/** Test ids of MetaMask's dApp for Solana. */
export const solanaIds = dataTestIds.testPage
/** The dApp's first two token recipients, which are its defaults. */
export const tokenRecipients = [
  'JCp15hm4zQoghYFK277XE7xBBKVxmq4NBHU6TGV29Kqt',
  '9Yog6MiFfJFBt6rcf8Gt8s6TJ2smopTQJarsvpoLfQAN',
] as const
export const wrappedSol = 'So11111111111111111111111111111111111111112'

const { faucet, signMessage, sendSol, sendSolVersioned, sendMemo, sendWSol, partialSignTransaction } =
  solanaIds
const signed = /^[\w+/]{86}==$/
const shortHash = /^\w{4}\.\.\.\w{4}/

/** Uses the dApp's faucet, without the wallet. */
export const getSol: TestStep = succeeds('get SOL', faucet.getSol, [
  faucet.id,
  /SOL Balance: [1-9]\d*\.\d\d SOL/,
])

/** MetaMask's test dApp for Solana, in an order that works. */
export const solanaSteps: readonly TestStep[] = [
  succeeds('sign a message', signMessage.signMessage, [signMessage.signedMessage, signed]),
  succeeds('wrap SOL', faucet.convertSolToWsol, [faucet.id, /WSOL Balance: \d+\.[1-9]\d WSOL/]),
  succeeds('sign a transfer', sendSol.signTransaction, [sendSol.signedTransaction, signed]),
  succeeds('send SOL', sendSol.sendTransaction, [sendSol.transactionHash, shortHash]),
  succeeds('sign a versioned transfer', sendSolVersioned.signTransaction, [
    sendSolVersioned.signedTransaction,
    signed,
  ]),
  succeeds('send SOL (versioned)', sendSolVersioned.sendTransaction, [
    sendSolVersioned.transactionHash,
    shortHash,
  ]),
  succeeds('sign a memo', sendMemo.signTransaction, [sendMemo.signedTransaction, signed]),
  succeeds('send a memo', sendMemo.sendTransaction, [sendMemo.transactionHash, shortHash]),
  succeeds('sign two transfers of tokens', sendWSol.signTransaction, [
    sendWSol.signedTransactions,
    /^([\w+/]{86}==\n?){2}$/,
  ]),
  succeeds('send tokens twice', sendWSol.sendTransaction, [
    sendWSol.transactionHashs,
    /(\w{4}\.\.\.\w{4}.*){2}/s,
  ]),
  succeeds('sign as one of two', partialSignTransaction.signTransaction, [
    partialSignTransaction.signedTransaction,
    signed,
  ]),
]

/** The published test dApps: each journey is a browser test. */
export const journeys = [
  { title: 'MetaMask, signatures', library: '@metamask/test-dapp', steps: signingSteps },
  { title: 'MetaMask, contracts and tokens', library: '@metamask/test-dapp', steps: tokenSteps },
  { title: 'MetaMask, collections and bundles', library: '@metamask/test-dapp', steps: collectionSteps },
  { title: 'MetaMask for Solana', library: '@metamask/test-dapp-solana', steps: [getSol, ...solanaSteps] },
] as const
