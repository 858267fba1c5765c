import { createPublicKey, verify } from 'node:crypto'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { isAddress, isHex } from 'viem'
import type { Mailer } from '#server/ports/mail.ts'
import type { SignInStore, StoredSignIn } from '#server/ports/sign-ins.ts'
import type { SignatureVerifier } from '#server/ports/signatures.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import type { RunningChain } from '../chains/running-chain.ts'
import { fromBase58 } from '../wallets/base58.ts'

const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

function verifySolana(address: string, message: string, signature: string): boolean {
  const [key, bytes] = [fromBase58(address), fromBase58(signature)]
  if (key?.length !== 32 || bytes === undefined) return false
  const der = Buffer.concat([ed25519Prefix, key])
  return verify(null, Buffer.from(message), createPublicKey({ key: der, format: 'der', type: 'spki' }), bytes)
}

/** Proof by the local chains and the keys themselves. */
export function localSignatures(chains: readonly RunningChain[]): SignatureVerifier {
  return {
    isSignedBy: async (chainId, address, message, signature) => {
      switch (namespaceOf(chainId)) {
        case 'eip155': {
          const chain = chains.find(({ plan }) => `eip155:${plan.chainId}` === chainId)
          if (!chain || !isAddress(address) || !isHex(signature)) return false
          return chain.client.verifyMessage({ address, message, signature })
        }
        case 'solana':
          return verifySolana(address, message, signature)
        case 'polkadot':
          await cryptoWaitReady()
          return signatureVerify(message, signature, address).isValid
        default:
          return false
      }
    },
  }
}

/** Keeps the last code of each address, for tests to read. */
export function createInbox() {
  const codes = new Map<string, string>()
  const mailer: Mailer = {
    send: async ({ to, subject }) => {
      codes.set(to, /^\d{6}/.exec(subject)?.[0] ?? '')
    },
  }
  return { mailer, codeFor: (email: string) => codes.get(email) }
}

/** The server's store, and who is signed in by it now, for tests to read. */
export function watchSignIns(store: SignInStore) {
  const sessions = new Map<string, StoredSignIn>()
  const watched: SignInStore = {
    ...store,
    addSession: async (session) => {
      await store.addSession(session)
      sessions.set(session.tokenHash, session)
    },
    removeSession: async (tokenHash) => {
      await store.removeSession(tokenHash)
      sessions.delete(tokenHash)
    },
  }
  return {
    store: watched,
    signedIn: () =>
      [...sessions.values()].map(({ message, email }) => ({
        account: `${message.chainId}:${message.accountAddress}`,
        domain: message.domain,
        email: email ?? null,
      })),
  }
}
