import * as z from '../../../shared/zod.ts'
import { configSchema } from './config-schema.ts'
import { expectationOf, settingNotes } from './setting.ts'

/** JSON Schema (draft 2020-12) of `drawbridge.config.json`, for editors. The server validates more than it can express. */
export function configJsonSchema(): { readonly [key: string]: unknown } {
  const schema = z.toJSONSchema(configSchema, {
    io: 'input',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const notes = settingNotes.get(zodSchema)
      if (!notes) return
      const isGroup = jsonSchema.type === 'object'
      jsonSchema.description = isGroup
        ? notes.description
        : `${notes.description} It must be ${expectationOf(zodSchema)}.`
      if (notes.example !== undefined) jsonSchema.examples = [notes.example]
      // The default of a group consists of its members' defaults.
      if (isGroup) delete jsonSchema.default
    },
  })
  return {
    ...schema,
    title: 'Drawbridge server',
    properties: { $schema: { type: 'string' }, ...schema.properties },
  }
}
