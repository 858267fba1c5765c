import { lazyOnce } from '#widget/lib/lazy-once.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { ChainAdapter } from '../chain-adapter.ts'
import { secondEndpoint } from '../second-endpoint.ts'
import { parseAddress } from './address.ts'
import { tokenAccountRent } from './programs.ts'
import { rpcOpener } from './rpc.ts'
import { nativeBalance, tokenBalances, tokensWithBalance } from './tokens/balances.ts'
import { estimateFee, latestBlockhash } from './transactions/fee.ts'
import { send } from './transactions/send.ts'
import { submit } from './transactions/submit.ts'
import { verifySent } from './transactions/verify-sent.ts'
import { waitForTransaction } from './transactions/wait-for-transaction.ts'
import { connect, disconnect } from './wallet/connect.ts'
import { signIn } from './wallet/sign-in.ts'
import { verifyMessage } from './wallet/verify-message-signature.ts'
import { createAccountBook } from './wallet/wallet-accounts.ts'
import { createConnectionWatch } from './wallet/watch-wallet-events.ts'

/** The chain adapter of the namespace `solana`. */
export function createAdapter(ports: AdapterPorts): ChainAdapter {
  const { transport, clock, pollIntervalMs } = ports
  const openRpc = rpcOpener(ports)
  const openSecond = secondEndpoint(ports)
  const accountBook = createAccountBook(transport)
  // Loaded with the first dApp request.
  const review = lazyOnce(() => import('./wallet/prepare-request.ts'))
  const mintMetadata = lazyOnce(() => import('./tokens/mint-metadata.ts'))
  // Loaded with the first swap.
  const calls = lazyOnce(() => import('./transactions/contract-calls.ts'))
  // Loaded when the first token transfer ends, or with an order.
  const incomingTransfers = lazyOnce(() => import('./transactions/incoming-transfers.ts'))
  const { watch, switchNetwork } = createConnectionWatch(transport, accountBook)
  const waitPorts = { openRpc, clock, ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }) }
  return {
    namespace: 'solana',
    parseAddress,
    connect: (wallet, options) => {
      const chain = ports.selectedChain?.('solana')
      return connect(transport, accountBook, wallet, {
        ...options,
        ...(chain === undefined ? {} : { chain }),
      })
    },
    disconnect: (connection) => disconnect(transport, connection),
    watch,
    prepare: async (connection, request) =>
      (await review()).prepareRequest(
        { ...ports, book: accountBook, openRpc, openSecond },
        connection,
        request,
      ),
    preloadRequests: review,
    readTokenMetadata: async (description, network, signal) => {
      const [{ addTokenMetadata }] = await Promise.all([mintMetadata(), ports.bundledTokensReady?.()])
      return addTokenMetadata(
        openRpc(network),
        description,
        network,
        signal,
        ports.bundledToken,
        openSecond(network),
      )
    },
    filterContracts: async (addresses, network, signal) =>
      (await import('./decode/program-accounts.ts')).programAccountsAmong(
        openRpc(network),
        addresses,
        signal,
      ),
    switchNetwork,
    signIn: (connection, message, options) =>
      signIn({ transport, book: accountBook }, connection, message, options),
    decodeText: async (text) => (await import('../decode-message.ts')).decodeUtf8Text(text),
    verifyMessage,
    localKeys: async () =>
      (await import('./local-keys/local-keys.ts')).createLocalKeys({
        openRpc,
        latestBlockhash,
        submit: (rpc, wire) => submit(rpc, clock, wire),
      }),
    nativeBalance: (address, network) => nativeBalance(openRpc, address, network),
    tokenBalances: (address, network, tokens) => tokenBalances(openRpc, address, network, tokens),
    allTokenBalances: (address, network, tokens) => tokensWithBalance(openRpc, address, network, tokens),
    estimateFee: (transfer, network) => estimateFee(openRpc, transfer, network),
    send: (connection, transfer, fee, onSigned) =>
      send({ transport, clock, book: accountBook, openRpc }, connection, transfer, fee, onSigned),
    verifySent: (transaction, transfer, network, signal) =>
      verifySent({ openRpc, clock }, transaction, transfer, network, signal),
    receivedAmount: async (hash, { to, asset }, network, signal) =>
      (await incomingTransfers()).receivedAmount(openRpc(network), hash, to, asset.address, signal),
    contractCalls: {
      needsAllowance: false,
      // The API prices whole swaps.
      swapGasUnits: 1n,
      swapDeposit: tokenAccountRent,
      decode: async (connection, call, signal) =>
        (await calls()).decodeCall(openRpc, connection, call, signal),
      estimate: async (call, network) =>
        (await calls()).estimateCall(openRpc(network), call, network, new AbortController().signal),
      simulate: async (list, network, signal) =>
        (await calls()).simulateCall(openRpc(network), list, network, signal),
      send: async (connection, call, fee, onSigned) =>
        (await calls()).sendCall(
          { transport, clock, book: accountBook, openRpc },
          connection,
          call,
          fee,
          onSigned,
        ),
      verify: async (transaction, call, network, signal) =>
        (await calls()).verifyCall({ openRpc, clock }, transaction, call, network, signal),
      received: async (hash, account, asset, network, signal) =>
        (await incomingTransfers()).receivedAmount(openRpc(network), hash, account, asset.address, signal),
      minedAt: async (hash, network, signal) =>
        (await incomingTransfers()).minedAt(openRpc(network), hash, signal),
    },
    waitForTransaction: (transaction, network, onStatus, signal) =>
      waitForTransaction(waitPorts, transaction, network, onStatus, signal),
  }
}
