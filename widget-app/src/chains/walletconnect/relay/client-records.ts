import * as z from 'zod/mini'

const list = () => z.array(z.record(z.string(), z.unknown()))
const texts = () => z.record(z.string(), z.string())
const textsByTopic = () => z.record(z.string(), texts())

/** What the SDK keeps, by the last part of its key, as far as it relies on it without a look. */
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

/** Reads a record of the SDK; nothing for one that is not as the SDK writes it, which then begins anew. */
export function readClientRecord(key: string, value: unknown): unknown {
  const name = key.slice(key.lastIndexOf('//') + 2)
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  return shape === undefined ? value : shape().safeParse(value).data
}
