import * as z from '#shared/zod.ts'

const list = () => z.array(z.record(z.string(), z.unknown()))
const texts = () => z.record(z.string(), z.string())
const textsByTopic = () => z.record(z.string(), texts())

/** Shapes of the SDK's stored records, by the last part of the key: what the SDK reads without validation. */
const shapes: Readonly<Record<string, () => z.ZodMiniType>> = {
  keychain: texts,
  messages: textsByTopic,
  messages_withoutClientAck: textsByTopic,
  ...Object.fromEntries(
    [
      'authKeys',
      'event-client',
      'expirer',
      'history',
      'pairing',
      'pairingTopics',
      'proposal',
      'request',
      'requests',
      'session',
      'subscription',
    ].map((name) => [name, list]),
  ),
}

/** Parses a stored record of the SDK; `undefined` if it has another shape, so that the SDK starts with an empty one. */
export function parseClientRecord(key: string, value: unknown): unknown {
  const name = key.slice(key.lastIndexOf('//') + 2)
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  return shape === undefined ? value : shape().safeParse(value).data
}
