import { sdkReleasePath } from '../../core/documents/document-headers.ts'
import type { PathMatch } from '../../core/documents/hosting-rules.ts'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]]/g, '\\$&')

/** A regular expression for the paths of a rule, in the common syntax of PCRE and RE2. */
export function pathRegexp(match: PathMatch): string {
  switch (match.is) {
    case 'exact':
      return `^${escaped(match.path)}$`
    case 'under':
      return match.extension === undefined
        ? `^${escaped(match.folder)}`
        : `^${escaped(match.folder)}.*${escaped(match.extension)}$`
    case 'release':
      return sdkReleasePath.source
  }
}
