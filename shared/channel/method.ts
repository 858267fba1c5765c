import type * as z from 'zod/mini'

/**
 * The consequence of losing a call.
 * - `read`: none; may be repeated once after a reconnect.
 * - `prompt`: the user may have been prompted, or money may have moved; never repeated, and a loss is `unknown-outcome`.
 * - `view`: changes what is displayed, with the same result each time; may be repeated once, and a loss is a plain
 *   disconnect.
 */
export type Risk = 'read' | 'prompt' | 'view'

/** One row of a contract table: schemas of both directions and the policy of the call. */
export type Method<
  P extends z.core.$ZodType = z.core.$ZodType,
  R extends z.core.$ZodType = z.core.$ZodType,
> = {
  readonly params: P
  readonly result: R
  /**
   * Depends on the parsed parameters, because one method may carry reads and prompts. (Method syntax on purpose: it lets a
   * table contain rows of different parameter types.)
   */
  risk(params: z.output<P>): Risk
  /** How long the caller waits; absent: until cancelled. */
  readonly timeoutMs: number | undefined
}

export type MethodTable = { readonly [name: string]: Method }

export type ParamsIn<M extends Method> = z.input<M['params']>
export type ParamsOut<M extends Method> = z.output<M['params']>
export type ResultIn<M extends Method> = z.input<M['result']>
export type ResultOut<M extends Method> = z.output<M['result']>

/** Creates a row of a contract table. */
export const method = <P extends z.core.$ZodType, R extends z.core.$ZodType>(
  params: P,
  result: R,
  policy: {
    readonly risk: Risk | ((params: z.output<P>) => Risk)
    readonly timeoutMs?: number
  },
): Method<P, R> => {
  const { risk } = policy
  return {
    params,
    result,
    risk: typeof risk === 'function' ? risk : () => risk,
    timeoutMs: policy.timeoutMs,
  }
}

/** What a handler gets in addition to its parameters. */
export type CallContext = { readonly id: string; readonly signal: AbortSignal }

export type Handler<M extends Method> = (
  params: ParamsOut<M>,
  context: CallContext,
) => ResultIn<M> | Promise<ResultIn<M>>

export type Handlers<T extends MethodTable> = { readonly [Name in keyof T]: Handler<T[Name]> }

/** An event topic: a payload schema by name. */
export type TopicTable = { readonly [topic: string]: z.core.$ZodType }
