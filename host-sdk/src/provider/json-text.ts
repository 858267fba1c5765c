import { isPlainPrototype } from '../../../shared/channel/copy-plain-data.ts'

/** A value as JSON, ignoring a `toJSON` that a library (Prototype.js) added to the prototypes of objects and lists. */
export const jsonText = (value: object): string =>
  JSON.stringify(value, function (this: object, key: string, converted: unknown) {
    const member: unknown = Reflect.get(this, key)
    const isPlain =
      typeof member === 'object' && member !== null && (Array.isArray(member) || isPlainPrototype(member))
    return isPlain ? member : converted
  })
