import {
  type DocumentProject,
  documentProjectName,
  documentProjectSchema,
} from '#shared/config/document-project.ts'
import { parseWire } from '#shared/wire-schema.ts'

type Stated = Partial<Pick<DocumentProject, 'walletConnect'>> & {
  readonly allowedOrigins?: readonly string[] | 'malformed'
}

/** Parses the project's data that the document states; empty if a static host serves it. */
export function documentProject(document: Document): Stated {
  const content = document.querySelector(`meta[name=${documentProjectName}]`)?.getAttribute('content')
  if (content == null) return {}
  try {
    const { data } = parseWire(documentProjectSchema, JSON.parse(content))
    if (data !== undefined) return data
  } catch {}
  return { allowedOrigins: 'malformed' }
}
