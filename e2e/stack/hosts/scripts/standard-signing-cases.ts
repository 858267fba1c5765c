import { verifyMessageSignature, verifySignIn } from '@solana/wallet-standard-util'
import type { WalletAccount } from '@wallet-standard/base'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { readTransaction } from '../../wallets/solana/wire-transaction.ts'
import { transferToSelf, waitForTransaction } from './solana-transfers.ts'
import {
  bytesOf,
  firstAccount,
  localChain,
  type StandardSuiteWorld,
  type SuiteWallet,
} from './standard-suite-wallet.ts'
import { assert, assertRejects, assertRejectsWithCode, type Case } from './suite-case.ts'

/** Harmless transactions of both versions. They differ in their amount. */
const transactions = (account: WalletAccount) =>
  Promise.all([transferToSelf(account, 'legacy', 1), transferToSelf(account, 0, 2)])

const isSignature = (value: unknown): boolean => value instanceof Uint8Array && value.length === 64

/** Cases for a connected wallet: what it signs, and what it rejects. */
export const signingCases: readonly Case<SuiteWallet, StandardSuiteWorld>[] = [
  [
    'messages are signed, each input in its turn, over the very bytes',
    async (wallet) => {
      const account = firstAccount(wallet)
      const messages = [bytesOf('Two coffees'), bytesOf('Drei Kännchen')]
      const inputs = messages.map((message) => ({ account, message }))
      const outputs = await wallet.features['solana:signMessage'].signMessage(...inputs)
      assert(outputs.length === 2, outputs.length)
      for (const [at, message] of messages.entries()) {
        const { signedMessage = new Uint8Array(), signature = new Uint8Array() } = outputs[at] ?? {}
        const publicKey = Uint8Array.from(account.publicKey)
        assert(isSignature(signature), 'no signature')
        assert(verifyMessageSignature({ message, signedMessage, signature, publicKey }), 'of something else')
      }
    },
  ],
  [
    'transactions of both versions are signed, in place',
    async (wallet) => {
      const account = firstAccount(wallet)
      const requested = await transactions(account)
      const inputs = requested.map((transaction) => ({ account, transaction, chain: localChain }) as const)
      const outputs = await wallet.features['solana:signTransaction'].signTransaction(...inputs)
      assert(outputs.length === 2, outputs.length)
      for (const [at, transaction] of requested.entries()) {
        const signed = outputs[at]?.signedTransaction ?? new Uint8Array()
        const { message } = readTransaction(transaction)
        const signature = signed.slice(1, 65)
        const publicKey = Uint8Array.from(account.publicKey)
        const signedMessage = readTransaction(signed).message
        assert(verifyMessageSignature({ message, signedMessage, signature, publicKey }), 'of something else')
      }
    },
  ],
  [
    'transactions of both versions are sent, and are on the chain under their signatures as bytes',
    async (wallet, { patienceMs }) => {
      const account = firstAccount(wallet)
      const requested = await transactions(account)
      const inputs = requested.map((transaction) => ({ account, transaction, chain: localChain }) as const)
      const outputs = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs)
      assert(outputs.length === 2, outputs.length)
      for (const { signature } of outputs) {
        assert(isSignature(signature), 'no signature')
        await waitForTransaction(Uint8Array.from(signature), patienceMs)
      }
    },
  ],
  [
    'a sign-in is a text of what was asked, and no more, signed by its account',
    async (wallet) => {
      const inputs = [
        {},
        {
          ...{ domain: location.host, statement: 'Two coffees', uri: location.href, version: '1' },
          ...{ chainId: localChain, nonce: 'oBbLoEldZs', issuedAt: '2026-01-02T03:04:05.678Z' },
          ...{ expirationTime: '2036-01-02T03:04:05.678Z', notBefore: '2026-01-02T03:04:05.678Z' },
          ...{
            address: firstAccount(wallet).address,
            requestId: '7',
            resources: ['https://a.example', 'ipfs://b'],
          },
        },
      ]
      const outputs = await wallet.features['solana:signIn'].signIn(...inputs)
      assert(outputs.length === 2, outputs.length)
      for (const [at, output] of outputs.entries()) {
        assert(output.account.address === firstAccount(wallet).address, output.account.address)
        assert(
          verifySignIn({ domain: location.host, ...inputs[at] }, output),
          new TextDecoder().decode(output.signedMessage),
        )
      }
    },
  ],
  [
    'a refusal is 4001',
    async (wallet, { temper }) => {
      const account = firstAccount(wallet)
      const [transaction] = await transactions(account)
      const { features } = wallet
      temper('reject')
      try {
        await assertRejectsWithCode(
          features['solana:signMessage'].signMessage({ account, message: bytesOf('No') }),
          4001,
        )
        await assertRejectsWithCode(features['solana:signIn'].signIn({ statement: 'No' }), 4001)
        const requested = { account, transaction, chain: localChain } as const
        await assertRejectsWithCode(features['solana:signTransaction'].signTransaction(requested), 4001)
        await assertRejectsWithCode(
          features['solana:signAndSendTransaction'].signAndSendTransaction(requested),
          4001,
        )
      } finally {
        temper('approve')
      }
    },
  ],
  [
    'an account that is not shared, and a chain nobody knows, are refused',
    async (wallet) => {
      const account = firstAccount(wallet)
      const unsharedAccount = {
        ...account,
        address: encodeBase58(crypto.getRandomValues(new Uint8Array(32))),
      }
      const [transaction] = await transactions(account)
      const { signTransaction } = wallet.features['solana:signTransaction']
      await assertRejects(
        wallet.features['solana:signMessage'].signMessage({
          account: unsharedAccount,
          message: bytesOf('No'),
        }),
      )
      await assertRejects(signTransaction({ account: unsharedAccount, transaction, chain: localChain }))
      await assertRejects(signTransaction({ account, transaction, chain: 'solana:elsewhere' }))
    },
  ],
]
