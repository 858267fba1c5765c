import type * as z from 'zod/mini'
import { flag, integer, listOf, matching, oneOf, openObject, optional, text } from '../wire-schema.ts'

const uri = () => matching(/^[a-z][a-z0-9+.-]*:[!-~]{1,2000}$/i)

/** The host's sign-in options (SPEC §4 sign-in flow). The host cannot set the domain and the account. */
export const siwxConfigSchema = () =>
  openObject({
    /** Where sessions are stored and verified: in the widget and the site's functions (`local`, default), or in the API. */
    mode: optional(oneOf('local', 'hosted')),
    /** If true, the widget disconnects a user who does not sign in; default true. */
    required: optional(flag),
    /** What the user accepts: one line, of the characters that EIP-4361 allows. */
    statement: optional(matching(/^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]{1,512}$/)),
    /** A page of the host that the message names; one of another origin is not used. */
    uri: optional(uri()),
    /** At most 16 URIs that the message lists. A capability (EIP-5573) shows a warning. */
    resources: optional(listOf(uri(), 16)),
    /** An id of the site for the sign-in, 1 to 128 letters, digits and `-._~`. */
    requestId: optional(matching(/^[A-Za-z0-9\-._~]{1,128}$/)),
    /** Lifetime of a session in seconds; without it until the account is disconnected. */
    lifetimeSeconds: optional(integer(60, 31_536_000)),
    /** Whether one signature is valid for an account on all networks, or only on the one it was made for (default). */
    scope: optional(oneOf('chain', 'address')),
    /** Requests an e-mail address first, optionally with a way to skip it; with `mode: 'hosted'`. */
    email: optional(oneOf('required', 'optional')),
    /** Text below the e-mail field: the purpose of the address. */
    emailText: optional(text(200)),
  })

export type SiwxConfig = z.infer<ReturnType<typeof siwxConfigSchema>>
