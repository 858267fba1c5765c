import { dataTestIds } from '@metamask/test-dapp-solana'

/** One action in a published test dApp, and how the dApp displays its result. */
export type TestStep = {
  readonly does: string
  /** The wallet's result, or an error that the dApp displays. */
  readonly ends: 'answered' | 'refused'
  /** Id of the button. */
  readonly press: string
  /** Values of input fields by their ids, filled in before. */
  readonly fill?: Readonly<Record<string, string>>
  /** Id of the element that then has this text; `{account}` is the connected account. */
  readonly shows?: readonly [id: string, text: string | RegExp]
  /** What it then logs to the console, if it displays nothing on the page. */
  readonly logs?: RegExp
  /** The widget's notice, which the test then closes. */
  readonly notice?: string
}

const notAllowed = 'Error: Requested RPC call is not allowed'
const signature = /^0x[0-9a-f]{130}$/
const hash = /^0x[0-9a-f]{64}$/

const answered = (
  does: string,
  press: string,
  shows: NonNullable<TestStep['shows']>,
  fill?: TestStep['fill'],
): TestStep => ({ does, ends: 'answered', press, shows, ...(fill && { fill }) })
const refused = (does: string, press: string, shows: NonNullable<TestStep['shows']>): TestStep => ({
  does,
  ends: 'refused',
  press,
  shows,
})
const logged = (does: string, press: string, logs: RegExp, fill?: TestStep['fill']): TestStep => ({
  does,
  ends: 'answered',
  press,
  logs,
  ...(fill && { fill }),
})

const malformed = (does: string, press: string, message: string): TestStep =>
  refused(does, press, ['signMalformedResult', `Error: Invalid typed data: ${message}`])
const unsendable = (does: string, press: string, member: string): TestStep =>
  refused(does, press, ['sendMalformedResult', `Error: Invalid ${member}`])
const bypass = (does: string, press: string, member: string): TestStep =>
  refused(does, press, ['maliciousWarningBypassResult', `Error: Invalid ${member}`])

/** MetaMask's test dApp: signatures, permissions and malformed requests, in an order that works. */
export const signingSteps: readonly TestStep[] = [
  answered('eth_accounts', 'getAccounts', ['getAccountsResult', /^{account}(,|$)/]),
  answered('wallet_requestPermissions', 'requestPermissions', ['permissionsResult', 'eth_accounts']),
  answered('wallet_getPermissions', 'getPermissions', ['permissionsResult', 'eth_accounts']),
  answered('personal_sign', 'personalSign', ['personalSignResult', signature]),
  refused('personal_ecRecover', 'personalSignVerify', ['personalSignVerifyECRecoverResult', notAllowed]),
  refused('eth_sign', 'ethSign', ['ethSign', notAllowed]),
  refused('eth_signTypedData', 'signTypedData', ['signTypedDataResult', notAllowed]),
  refused('eth_signTypedData_v3', 'signTypedDataV3', ['signTypedDataV3Result', notAllowed]),
  answered('eth_signTypedData_v4', 'signTypedDataV4', ['signTypedDataV4Result', signature]),
  answered('its signer', 'signTypedDataV4Verify', ['signTypedDataV4VerifyResult', /^{account}$/]),
  answered('a permit (EIP-2612)', 'signPermit', ['signPermitResult', signature]),
  answered('its signer', 'signPermitVerify', ['signPermitVerifyResult', /^{account}$/]),
  answered('a Blur order', 'signBlurOrder', ['signPermitVariantResult', signature]),
  answered('a Permit2 permit', 'signPermitSingle', ['signPermitVariantResult', signature]),
  answered('Permit2 permits in one', 'signPermitBatch', ['signPermitVariantResult', signature]),
  answered('Seaport orders in one', 'signSeaportBulkOrder', ['signPermitVariantResult', signature]),
  answered('a sign-in (EIP-4361)', 'siwe', ['siweResult', signature]),
  answered('a sign-in with resources', 'siweResources', ['siweResult', signature]),
  refused('a sign-in to another site', 'siweBadDomain', [
    'siweResult',
    /^Error: The message signs in to metamask\.badactor\.io, which is another site than /,
  ]),
  malformed('an unknown type', 'signInvalidType', 'types.OrderComponents.consideration has an unknown type'),
  malformed('no domain', 'signEmptyDomain', 'domain.name is missing'),
  answered('data of no type', 'signExtraDataNotTyped', ['signMalformedResult', signature]),
  malformed('a bad primary type', 'signInvalidPrimaryType', 'primaryType is not a valid name'),
  malformed('no primary type', 'signNoPrimaryTypeDefined', 'request lacks types, primaryType or message'),
  malformed(
    'a contract that is a number',
    'signInvalidVerifyingContractType',
    'domain.verifyingContract is not an address',
  ),
  unsendable('a value that is text', 'sendWithInvalidValue', 'value'),
  unsendable('an unknown transaction type', 'sendWithInvalidTxType', 'type'),
  unsendable('a recipient that is text', 'sendWithInvalidRecipient', 'to'),
  unsendable('a gas limit that is text', 'sendWithInvalidGasLimit', 'gasLimit'),
  unsendable('a fee that is text', 'sendWithInvalidMaxFeePerGas', 'maxFeePerGas'),
  bypass('data of odd length', 'maliciousSendWithOddHexData', 'data'),
  bypass('an approval of odd length', 'maliciousApproveERC20WithOddHexData', 'data'),
  bypass('a value without 0x', 'maliciousSendWithoutHexPrefixValue', 'value'),
  refused('eth_getEncryptionPublicKey', 'getEncryptionKeyButton', ['encryptionKeyDisplay', notAllowed]),
]

/** The transaction that ethers returns to the dApp. */
const sent = /^result \{hash: 0x/
/** Recipient of tokens and NFTs. */
export const receiver = '0x2f318C334780961FB129D2a6c30D0763d9a5C970'

/** Sending the native currency and tokens, deploying and using contracts, in an order that works. */
export const tokenSteps: readonly TestStep[] = [
  logged('send (legacy)', 'sendButton', hash),
  logged('send (EIP-1559)', 'sendEIP1559Button', hash),
  logged('send without gas', 'sendEIP1559WithoutGasButton', hash),
  answered('deploy a contract', 'deployButton', ['contractStatus', 'Deployed']),
  answered('deposit', 'depositButton', ['contractStatus', 'Deposit completed']),
  answered('withdraw', 'withdrawButton', ['contractStatus', 'Withdrawn']),
  answered('deploy a contract that fails', 'deployFailingButton', ['failingContractStatus', 'Deployed']),
  answered('a transaction that fails', 'sendFailingButton', [
    'failingContractStatus',
    'Failed transaction process completed as expected.',
  ]),
  answered('deploy a multisig', 'deployMultisigButton', ['multisigContractStatus', 'Deployed']),
  answered('send to the multisig', 'sendMultisigButton', [
    'multisigContractStatus',
    'Transaction completed as expected.',
  ]),
  logged('a large call', 'sendHeavyHexDataButton', /^Transaction completed as expected\. 0x/),
  answered('create a token (ERC-20)', 'createToken', ['erc20TokenAddresses', /^0x[0-9a-fA-F]{40}$/]),
  logged('wallet_watchAsset of it', 'watchAssets', /^result \[true\]$/),
  logged('transfer', 'transferTokens', sent),
  logged('approve', 'approveTokens', sent, { approveTo: receiver }),
  answered('its allowance', 'getAllowance', ['allowanceAmountResult', '7.0000'], {
    allowanceOwner: '{account}',
    allowanceSpender: receiver,
  }),
  logged('increase the allowance', 'increaseTokenAllowance', sent),
  answered('its allowance then', 'getAllowance', ['allowanceAmountResult', '8.0000']),
  logged('transfer at its own gas price', 'transferTokensWithoutGas', sent),
]

/** NFT collections, call bundles and networks. */
export const collectionSteps: readonly TestStep[] = [
  answered('deploy a collection (ERC-721)', 'deployNFTsButton', ['nftsStatus', 'Deployed']),
  answered('mint', 'mintButton', ['nftsStatus', 'Mint completed']),
  logged('wallet_watchAsset of an NFT', 'watchNFTButton', /^true$/),
  answered('approve an NFT', 'approveButton', ['nftsStatus', 'Approve completed']),
  answered('set approval for all', 'setApprovalForAllButton', [
    'nftsStatus',
    'Set Approval For All completed',
  ]),
  answered('revoke it', 'revokeButton', ['nftsStatus', 'Revoke completed']),
  answered('sign a permit of an NFT', 'sign721Permit', ['sign721PermitResult', signature]),
  answered('transfer an NFT', 'transferFromButton', ['nftsStatus', 'Transfer From completed']),
  answered('deploy a collection (ERC-1155)', 'deployERC1155Button', ['erc1155Status', 'Deployed']),
  answered('mint several', 'batchMintButton', ['erc1155Status', 'Batch Minting completed'], {
    batchMintTokenIds: '1, 2',
    batchMintIdAmounts: '5, 7',
  }),
  answered(
    'transfer several',
    'batchTransferFromButton',
    ['erc1155Status', 'Batch Transfer From completed'],
    { batchTransferTokenIds: '1, 2', batchTransferTokenAmounts: '1, 1' },
  ),
  answered('set approval for all', 'setApprovalForAllERC1155Button', [
    'erc1155Status',
    'Set Approval For All completed',
  ]),
  answered('revoke it', 'revokeERC1155Button', ['erc1155Status', 'Revoke completed']),
  logged('wallet_watchAsset of an item', 'watchAssetButton', /^true$/),
  answered('wallet_getCapabilities', 'eip5792GetCapabilitiesButton', [
    'eip5792GetCapabilitiesResult',
    /"atomic": \{\s+"status": "ready"/,
  ]),
  {
    ...answered('wallet_sendCalls', 'eip5792SendCallsButton', ['eip5792RequestIdInput', /^0x[0-9a-f]+$/]),
    // The wallet delegates the account to a contract for it (EIP-7702).
    notice: 'Harbour Wallet let a contract act as your account',
  },
  answered('wallet_getCallsStatus', 'eip5792GetCallsStatusButton', [
    'eip5792GetCallsStatusResult',
    /"status": 200/,
  ]),
  refused('wallet_sendCalls with a capability', 'eip5792SendCallsRequiredAssetsButton', [
    'eip5792SendCallsError',
    'Error: The wallet does not support the capability auxiliaryFunds',
  ]),
  {
    does: 'wallet_addEthereumChain of a node that is not there',
    ends: 'refused',
    press: 'addEthereumChain',
    logs: /The node does not answer as chain 1338/,
  },
]

/** Test ids of MetaMask's dApp for Solana. */
export const solanaIds = dataTestIds.testPage
/** Its first two token recipients, which are also its defaults. */
export const tokenReceivers = [
  'JCp15hm4zQoghYFK277XE7xBBKVxmq4NBHU6TGV29Kqt',
  '9Yog6MiFfJFBt6rcf8Gt8s6TJ2smopTQJarsvpoLfQAN',
] as const
export const wrappedSol = 'So11111111111111111111111111111111111111112'

const { faucet, signMessage, sendSol, sendSolVersioned, sendMemo, sendWSol, partialSignTransaction } =
  solanaIds
const signed = /^[\w+/]{86}==$/
const shortHash = /^\w{4}\.\.\.\w{4}/

/** Its faucet, which does not use the wallet. */
export const getSol: TestStep = answered('get SOL', faucet.getSol, [
  faucet.id,
  /SOL Balance: [1-9]\d*\.\d\d SOL/,
])

/** MetaMask's test dApp for Solana, in an order that works. */
export const solanaSteps: readonly TestStep[] = [
  answered('sign a message', signMessage.signMessage, [signMessage.signedMessage, signed]),
  answered('wrap SOL', faucet.convertSolToWsol, [faucet.id, /WSOL Balance: \d+\.[1-9]\d WSOL/]),
  answered('sign a transfer', sendSol.signTransaction, [sendSol.signedTransaction, signed]),
  answered('send SOL', sendSol.sendTransaction, [sendSol.transactionHash, shortHash]),
  answered('sign a versioned transfer', sendSolVersioned.signTransaction, [
    sendSolVersioned.signedTransaction,
    signed,
  ]),
  answered('send SOL (versioned)', sendSolVersioned.sendTransaction, [
    sendSolVersioned.transactionHash,
    shortHash,
  ]),
  answered('sign a memo', sendMemo.signTransaction, [sendMemo.signedTransaction, signed]),
  answered('send a memo', sendMemo.sendTransaction, [sendMemo.transactionHash, shortHash]),
  answered('sign two transfers of tokens', sendWSol.signTransaction, [
    sendWSol.signedTransactions,
    /^([\w+/]{86}==\n?){2}$/,
  ]),
  answered('send tokens twice', sendWSol.sendTransaction, [
    sendWSol.transactionHashs,
    /(\w{4}\.\.\.\w{4}.*){2}/s,
  ]),
  answered('sign as one of two', partialSignTransaction.signTransaction, [
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
