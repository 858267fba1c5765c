import { createHmac } from 'node:crypto'
import { vi } from 'vitest'
import { toBase64url } from '#widget/lib/text/base64url.ts'
import type { Authenticator } from '../authenticator.ts'

class FakeCredential {
  readonly type = 'public-key'
  constructor(
    readonly id: string,
    readonly response: object,
    readonly prf: object,
  ) {}
  getClientExtensionResults = () => ({ prf: this.prf })
}
class FakeAttestation {
  readonly #transports: readonly string[]
  readonly clientDataJSON: ArrayBuffer
  readonly attestationObject: ArrayBuffer
  constructor(clientDataJSON: string, attestationObject: string, transports: readonly string[]) {
    this.clientDataJSON = bytesOf(clientDataJSON)
    this.attestationObject = bytesOf(attestationObject)
    this.#transports = transports
  }
  getTransports = () => this.#transports
}
class FakeAssertion {
  readonly clientDataJSON: ArrayBuffer
  readonly authenticatorData: ArrayBuffer
  readonly signature: ArrayBuffer
  constructor(clientDataJSON: string, authenticatorData: string, signature: string) {
    this.clientDataJSON = bytesOf(clientDataJSON)
    this.authenticatorData = bytesOf(authenticatorData)
    this.signature = bytesOf(signature)
  }
}

function bytesOf(text: string): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64url')
  const copy = new ArrayBuffer(byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer, byteOffset, byteLength))
  return copy
}

const challengeOf = (challenge: BufferSource | undefined): string => {
  if (!(challenge instanceof Uint8Array)) throw new TypeError('There is no challenge')
  return toBase64url(challenge)
}

/** Signs as one passkey; texts are base64url. */
type SoftwareAuthenticator = {
  readonly id: string
  readonly register: (challenge: string) => {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports: readonly string[]
  }
  readonly assert: (challenge: string) => {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
  }
}

/**
 * `navigator.credentials` with one passkey, whose signatures the real server verifies. Installs the classes of the DOM that the
 * vault checks. Test only.
 */
export function createSoftwareCredentials(
  software: SoftwareAuthenticator,
  { hasPrf = true }: { readonly hasPrf?: boolean } = {},
) {
  vi.stubGlobal('PublicKeyCredential', FakeCredential)
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeAttestation)
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeAssertion)
  let isCreated = false
  let isPresent = true
  const forgotten: string[] = []
  let secret = software.id
  /** As an authenticator derives it: by its secret for the passkey, from the input (WebAuthn Level 3, §10.1.4). */
  const results = (input: BufferSource | undefined) => {
    if (!(input instanceof Uint8Array)) return {}
    const output = createHmac('sha256', secret).update('WebAuthn PRF\0').update(input).digest('base64url')
    return { results: { first: bytesOf(output) } }
  }
  const cancelled = () => new DOMException('cancelled', 'NotAllowedError')
  const authenticator: Authenticator = {
    create: async (options) => {
      if (!isPresent) throw cancelled()
      const exclude = options?.publicKey?.excludeCredentials ?? []
      if (isCreated && exclude.length > 0) throw new DOMException('there is one', 'InvalidStateError')
      isCreated = true
      const made = software.register(challengeOf(options?.publicKey?.challenge))
      const response = new FakeAttestation(made.clientDataJSON, made.attestationObject, made.transports)
      // As Chromium: whether the function exists is known at creation, its output only at the first use.
      return new FakeCredential(software.id, response, hasPrf ? { enabled: true } : { enabled: false })
    },
    get: async (options) => {
      if (!isPresent || !isCreated) throw cancelled()
      const made = software.assert(challengeOf(options?.publicKey?.challenge))
      const response = new FakeAssertion(made.clientDataJSON, made.authenticatorData, made.signature)
      const input = options?.publicKey?.extensions?.prf?.eval?.first
      return new FakeCredential(software.id, response, hasPrf ? results(input) : {})
    },
    forget: async (_rpId, id) => void forgotten.push(id),
  }
  return {
    authenticator,
    forgotten,
    id: software.id,
    /** The `prf` extension returns another output from now on, as of Safari 26.4. */
    changeOutput: () => {
      secret += '*'
    },
    /** The user no longer has the passkey, or cancels each dialog. */
    lose: () => {
      isPresent = false
    },
    find: () => {
      isPresent = true
    },
  }
}
