import type { ChainId } from '#shared/caip/chain-id.ts'
import { swapGasUnits } from '#shared/config/limits.ts'
import { lazyOnce } from '#widget/lib/lazy-once.ts'
import type { AdapterPorts } from '../adapter-ports.ts'
import type { ChainAdapter, PreparedRequest } from '../chain-adapter.ts'
import { secondEndpoint } from '../second-endpoint.ts'
import { parseAddress } from './address.ts'
import { readRpcOpener, rpcOpener } from './rpc.ts'
import { nativeBalance, tokenBalances } from './tokens/balances.ts'
import { beginChainCheck } from './transactions/chain-check.ts'
import { estimateFee } from './transactions/fee.ts'
import { send } from './transactions/send.ts'
import { verifySent } from './transactions/verify-sent.ts'
import { waitForTransaction } from './transactions/wait-for-transaction.ts'
import { connect } from './wallet/connect.ts'
import { disconnect } from './wallet/disconnect.ts'
import { signIn } from './wallet/sign-in.ts'
import { switchNetwork } from './wallet/switch-network.ts'
import { createVerifiedSignatures } from './wallet/verified-signature-cache.ts'
import { watch } from './wallet/watch-wallet-events.ts'

/** A request that signs something and cannot be decoded is shown as undecodable, never passed through. */
function requireDecoded<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The request cannot be read')
  return value
}

/** Everything the widget can do on EVM chains (namespace `eip155`). */
export function createAdapter(ports: AdapterPorts): ChainAdapter {
  const { transport, clock, pollIntervalMs } = ports
  const openRpc = rpcOpener(ports)
  const openReadRpc = readRpcOpener(ports)
  const openSecond = secondEndpoint(ports)
  const verifiedSignatures = createVerifiedSignatures()
  const chosenNonces = new Set<string>()
  // Loaded with the first dApp request, or the first name.
  const review = lazyOnce(() => import('./decode/review.ts'))
  const ens = lazyOnce(() => import('./ens.ts'))
  const dappRequest = lazyOnce(() => import('./wallet/dapp-request.ts'))
  const parser = lazyOnce(() => import('./wallet/request-parser.ts'))
  // Loaded with the first swap, or the end of a token transfer.
  const calls = lazyOnce(() => import('./tokens/contract-calls.ts'))
  const bundles = lazyOnce(() => import('./transactions/call-bundle.ts'))
  const watchPorts = {
    openRpc: openReadRpc,
    clock,
    ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }),
  }
  const bundledTokensOf = (chain: ChainId) => (contract: string) => ports.bundledToken?.(chain, contract)
  return {
    namespace: 'eip155',
    parseAddress,
    connect: (wallet, options) => connect(transport, wallet, options),
    disconnect: (connection) => disconnect(transport, connection),
    watch: (connection, onChange) => watch(transport, clock, connection, onChange),
    prepare: async (connection, request) => {
      const [
        { dappRequest: sendRequest },
        { approvalLimit, decodeWithFees, simulateParsed },
        { parseRequest, withKnownData },
      ] = await Promise.all([dappRequest(), review(), parser()])
      const bundledTokens = bundledTokensOf(connection.chain)
      const parsedRequest = parseRequest(connection, request)
      // Other kinds are simulated, or their network is read, before the wallet is called.
      const checkChain = parsedRequest.is === 'message' ? beginChainCheck(ports, connection) : undefined
      const initial = await withKnownData(parsedRequest, {
        knownNetwork: async (chain) => ports.knownNetwork?.(chain),
        bundledToken: async () => {
          await ports.bundledTokensReady?.()
          return bundledTokens
        },
      })
      const isListed = (contract: string) => bundledTokens(contract) !== undefined
      const limit = approvalLimit(initial)
      const toPrepared = (parsed: typeof initial): PreparedRequest => ({
        request: parsed.request,
        ...(parsed.is === 'other'
          ? {}
          : {
              decode: async (signal: AbortSignal) => {
                await ports.bundledTokensReady?.()
                const sponsor = ports.sponsorName?.(connection.chain)
                const decodePorts = { rpc: openRpc({ id: connection.chain }), clock, isListed, sponsor }
                return requireDecoded(await decodeWithFees(decodePorts, connection, parsed, signal))
              },
              simulate: async (network, signal) => {
                await ports.bundledTokensReady?.()
                return simulateParsed(
                  openRpc(network),
                  parsed,
                  network,
                  signal,
                  bundledTokens,
                  openSecond(network),
                )
              },
            }),
        ...(limit ? { withLimit: (amount) => toPrepared(limit(amount)) } : {}),
        requestWallet: (options) =>
          sendRequest(
            { transport, clock, openRpc, verified: verifiedSignatures },
            connection,
            parsed,
            options,
            checkChain,
          ),
      })
      return toPrepared(initial)
    },
    preloadRequests: () => Promise.all([review(), dappRequest(), parser()]),
    readTokenMetadata: async (description, network, signal) =>
      (await review()).readTokenMetadata(
        openRpc(network),
        description,
        network,
        signal,
        bundledTokensOf(network.id),
        openSecond(network),
      ),
    filterContracts: async (addresses, network, signal) =>
      (await review()).filterContracts(openRpc(network), addresses, signal),
    switchNetwork: (connection, network, options) => switchNetwork(ports, connection, network, options),
    signIn: (connection, message, options) => signIn(transport, connection, message, options),
    decodeText: async (text) => (await import('../decode-message.ts')).decodeUtf8Text(text),
    // Signature verification is needed at most once in a visit.
    verifyMessage: async (signed, network) =>
      (await import('./wallet/verify-message-signature.ts')).verifyMessage(openRpc(network), signed),
    resolveName: async (name, chain, signal) => (await ens()).resolveName(openRpc, name, chain, signal),
    reverseName: async (address, chain, signal) => (await ens()).reverseName(openRpc, address, chain, signal),
    claimName: async (connection, message, options) =>
      (await import('./wallet/claim-name.ts')).claimName(
        { transport, clock, openRpc, verified: verifiedSignatures },
        connection,
        message,
        options,
      ),
    smartSessions: {
      readPermissions: async (permissions, network, signal) =>
        (await review()).decodePermissions(
          openRpc(network),
          permissions,
          network,
          signal,
          bundledTokensOf(network.id),
          openSecond(network),
        ),
      revoke: async (connection, session, options) =>
        (await import('./wallet/revoke-session.ts')).revokeSession(transport, connection, session, options),
    },
    localKeys: async () =>
      (await import('./local-keys/local-keys.ts')).createLocalKeys({ ...ports, openRpc, chosenNonces }),
    nativeBalance: (address, network) => nativeBalance(openReadRpc, address, network),
    tokenBalances: (address, network, tokens) => tokenBalances(openReadRpc, address, network, tokens),
    estimateFee: (transfer, network) => estimateFee(openReadRpc, transfer, network),
    send: (connection, transfer, fee) => send(transport, connection, transfer, fee),
    verifySent: (transaction, transfer, network, signal) =>
      verifySent({ openRpc, clock }, transaction, transfer, network, signal),
    receivedAmount: async (hash, { to, asset }, network, signal) =>
      (await calls()).receivedAmount(openReadRpc(network), hash, to, asset, signal),
    contractCalls: {
      needsAllowance: true,
      swapGasUnits,
      swapDeposit: 0n,
      decode: async (_connection, call) => {
        const [{ decodeCall }, { toTransferCall }] = await Promise.all([review(), calls()])
        return decodeCall(toTransferCall(call), call.from, () => 'own')
      },
      estimate: async (call, network) => (await calls()).estimateContractCall(openReadRpc(network), call),
      simulate: async (list, network, signal) => {
        const [{ simulateCalls }, { toTransferCall }] = await Promise.all([review(), calls()])
        await ports.bundledTokensReady?.()
        return simulateCalls(
          openRpc(network),
          list.map(toTransferCall),
          network,
          signal,
          bundledTokensOf(network.id),
        )
      },
      send: async (connection, call, fee) =>
        (await calls()).sendContractCall(transport, connection, call, fee),
      verify: async (transaction, call, network, signal) =>
        (await calls()).verifyContractCall({ openRpc, clock }, transaction, call, network, signal),
      received: async (hash, account, asset, network, signal) =>
        (await calls()).receivedAmount(openRpc(network), hash, account, asset, signal),
      minedAt: async (hash, network, signal) => (await calls()).minedAt(openRpc(network), hash, signal),
      bundles: {
        isSupported: async (connection) => (await bundles()).isBundleSupported(transport, connection),
        send: async (connection, list) => (await bundles()).sendCallBundle(transport, connection, list),
        verify: async (sent, signal) =>
          (await import('./transactions/verify-bundle.ts')).verifyBundle({ openRpc, clock }, sent, signal),
      },
    },
    waitForTransaction: (transaction, network, onStatus, signal) =>
      waitForTransaction(watchPorts, transaction, network, onStatus, signal),
  }
}
