import { createStore } from 'jotai'
import * as z from '#shared/zod.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { hostOriginAtom } from '#widget/core/host-origin.ts'
import { completeHostConfig } from '../../shared/config/host-config.ts'
import { createConfirmWindowStorage } from '../../widget-app/src/app/confirm/confirm-window-storage.ts'
import { atom, type Getter } from '../../widget-app/src/lib/state.ts'
import { projectFiles, root } from '../project-files.ts'
import { storedRecords } from './described-storage.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Json } from './json-value.ts'

const sources = /^widget-app\/src\/.*(?<!\.(test|d))\.tsx?$/

// Each module that creates a stored atom, so that its double records it.
for (const { path, text } of projectFiles(sources))
  if (/\bstoredAtom\s*(<|\()/.test(text())) await import(/* @vite-ignore */ `${root}${path}`)

const store = createStore()
store.set(hostOriginAtom, 'https://site.example')
store.set(hostConfigAtom, completeHostConfig({ projectId: 'project-id', metadata: { name: 'Site' } }))
const keyOf = (key: (get: Getter) => string): string => store.get(atom((get) => key(get)))

/** Records of the confirm window in its session storage. */
function windowRecords(): Json {
  const texts: { [key: string]: Json } = {}
  const write = (key: string, text: string) => {
    texts[key] = z.parse(z.json(), JSON.parse(text))
  }
  const memory = createConfirmWindowStorage(
    { getItem: () => null, setItem: write, removeItem: () => undefined },
    () => 1_000_000_000_000,
  )
  memory.store('#fragment')
  return texts
}

const plainJson = (value: unknown): Json => z.parse(z.json(), JSON.parse(JSON.stringify(value) ?? 'null'))

/**
 * Records of the browser's storage for the site `https://site.example` and the project `project-id`; times are epoch
 * milliseconds.
 */
export const storage: Json = {
  localStorage: Object.fromEntries(
    storedRecords
      .map(
        ({ key, schema, fallback }) =>
          [keyOf(key), { data: jsonSchemaOf(schema()), fallback: plainJson(fallback) }] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
  sessionStorage: windowRecords(),
}
