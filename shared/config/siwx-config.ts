import type * as z from 'zod/mini'
import { flag, integer, listOf, matching, oneOf, openObject, optional, text } from '../wire-schema.ts'

const uri = () => matching(/^[a-z][a-z0-9+.-]*:[!-~]{1,2000}$/i)

/** What a host wishes of signing in (SPEC §4 sign-in flow). Who asks and for which account is not its to say. */
export const siwxConfigSchema = () =>
  openObject({
    /** Who keeps and proves sessions: the widget, with the site's own functions where it gives some, or the API. */
    mode: optional(oneOf('local', 'hosted')),
    /** Whether who does not sign in stays connected; by default nobody does. */
    required: optional(flag),
    /** What the person agrees to: one line, in the letters EIP-4361 allows. */
    statement: optional(matching(/^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]{1,512}$/)),
    /** A page of the site that the text names; one of another origin is not used. */
    uri: optional(uri()),
    resources: optional(listOf(uri(), 16)),
    requestId: optional(matching(/^[A-Za-z0-9\-._~]{1,128}$/)),
    /** How long a session is good for, seconds; without it until the account is disconnected. */
    lifetimeSeconds: optional(integer(60, 31_536_000)),
    /** Whether one signature stands for an account on all networks, or only on the one it was made for (default). */
    scope: optional(oneOf('chain', 'address')),
    /** Asks for an e-mail address first, with a way past it or without one; with `mode: 'hosted'`. */
    email: optional(oneOf('required', 'optional')),
    /** Text under the field of the e-mail address: what it is used for. */
    emailText: optional(text(200)),
  })

export type SiwxConfig = z.infer<ReturnType<typeof siwxConfigSchema>>
