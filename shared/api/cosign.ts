import * as z from '#shared/zod.ts'
import { noQuery, postEndpoint } from './endpoint.ts'

const hexAddress = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const bytes = () => z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){1,20000}$/))

/**
 * The second signature of a call in a smart session. It is not in SPEC §7: the host calls it, not the widget. An act is one
 * call of the account, `value` in wei. `signature` is by the host's key, over the hash of the act (EIP-191).
 */
export const postCosign = postEndpoint(
  '/v1/sessions/:address/cosign',
  noQuery,
  () =>
    z.object({
      pci: z.string().check(z.minLength(1), z.maxLength(256)),
      act: z.object({
        to: hexAddress(),
        value: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
        /** `0x` for a plain transfer. */
        data: z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2}){0,20000}$/)),
      }),
      signature: bytes(),
    }),
  () => z.object({ cosigner: hexAddress(), signature: bytes() }),
)
