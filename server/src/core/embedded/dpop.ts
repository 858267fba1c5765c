import { parseUrl } from '../../../../shared/parse-url.ts'
import type { Clock } from '../../ports/clock.ts'
import type { ReadDpopProof } from '../../ports/dpop-proofs.ts'
import { type SecretBox, SecretBoxError } from '../../ports/secret-box.ts'
import type { CounterStore } from '../../ports/stores/counters.ts'
import { HttpError } from '../http-error.ts'

/** A proof is accepted within this time of its nonce. */
export const nonceLifetimeMs = 300_000
/** How far the clocks of replicas may differ. */
const clockToleranceMs = 60_000
const nonceContext = 'dpop-nonce'

/** The call that a proof has to state. */
export type ProvedCall = {
  readonly method: string
  /** Path without query. */
  readonly path: string
  readonly header: (name: string) => string | undefined
}

type DpopPorts = {
  readonly readProof: ReadDpopProof
  readonly counters: Pick<CounterStore, 'claim'>
  readonly secrets: SecretBox
  readonly clock: Clock
}

/**
 * Verifies proofs of possession (RFC 9449). A nonce is the server's time, encrypted: replicas accept each other's without a
 * store, and the clocks of clients do not matter.
 */
export function createProofVerifier({ readProof, counters, secrets, clock }: DpopPorts) {
  const createNonce = () => secrets.seal(String(clock()), nonceContext)

  const rejected = (description: string, error: string) =>
    new HttpError(401, description, undefined, {
      'www-authenticate': `DPoP error="${error}", algs="ES256"`,
      'dpop-nonce': createNonce(),
    })

  /** Time of a nonce of this server, or undefined. */
  function timeOfNonce(nonce: string): number | undefined {
    try {
      return Number(secrets.open(nonce, nonceContext))
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined
      throw error
    }
  }

  return {
    createNonce,
    /**
     * The thumbprint of the key that has signed the call's proof, which counts once.
     * @param tokenHash of the session's token; a proof without a session states none.
     * @throws HttpError 401 with a new nonce
     */
    verify: async ({ method, path, header }: ProvedCall, tokenHash?: string): Promise<string> => {
      const proof = await readProof(header('dpop') ?? '')
      if (proof === undefined) throw rejected('A DPoP proof is needed', 'invalid_dpop_proof')
      const url = parseUrl(proof.url)
      // TLS may end at a proxy, so that the server does not know the scheme.
      if (proof.method !== method || url?.host !== header('host') || url?.pathname !== path)
        throw rejected('The DPoP proof is for another call', 'invalid_dpop_proof')
      if (proof.tokenHash !== tokenHash)
        throw rejected('The DPoP proof is for another session', 'invalid_dpop_proof')
      const issuedAtMs = timeOfNonce(proof.nonce ?? '')
      const now = clock()
      if (
        issuedAtMs === undefined ||
        issuedAtMs > now + clockToleranceMs ||
        issuedAtMs + nonceLifetimeMs <= now
      )
        throw rejected('The DPoP proof needs a new nonce', 'use_dpop_nonce')
      const name = `dpop ${proof.keyThumbprint} ${proof.id}`
      if (!(await counters.claim(name, issuedAtMs + 2 * nonceLifetimeMs)))
        throw rejected('The DPoP proof was used before', 'invalid_dpop_proof')
      return proof.keyThumbprint
    },
  }
}

export type ProofVerifier = ReturnType<typeof createProofVerifier>
