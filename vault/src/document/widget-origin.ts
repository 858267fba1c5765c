import { vaultWidgetName, vaultWidgetSchema } from '#shared/config/vault-widget.ts'
import { parseWire } from '#shared/wire-schema.ts'

/** Origin of the widget, as the server states it in a document of the vault; undefined in one that it did not write. */
export function readWidgetOrigin(document: Document): string | undefined {
  try {
    const text = document.querySelector<HTMLMetaElement>(`meta[name=${vaultWidgetName}]`)?.content
    const parsed = parseWire(vaultWidgetSchema, JSON.parse(text ?? ''))
    return parsed.success ? parsed.data.origin : undefined
  } catch {
    return undefined
  }
}
