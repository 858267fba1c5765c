import { deployConfigName } from '../../../shared/config/deploy-config.ts'
import { type DocumentProject, documentProjectName } from '../../../shared/config/document-project.ts'
import type { Project } from '../ports/stores/projects.ts'

/** The part of a project that the widget's document contains. */
export function documentProject({ allowedOrigins, walletConnect }: Project): DocumentProject {
  const { projectId, relayUrl } = walletConnect
  const walletConnectOptions = {
    ...(projectId !== undefined && { projectId }),
    ...(relayUrl !== undefined && { relayUrl: relayUrl === 'none' ? '' : relayUrl }),
  }
  return {
    allowedOrigins: [...allowedOrigins],
    ...(Object.keys(walletConnectOptions).length > 0 && { walletConnect: walletConnectOptions }),
  }
}

const attributeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A `<meta>` element with JSON. */
export const metaElement = (name: string, content: object): string =>
  `<meta name="${name}" content="${attributeText(JSON.stringify(content))}" />`

/** Requests the file, which the meta element replaces, together with the scripts. */
const configPreload = /\s*<link rel="preload" href="\/widget\.config\.json"[^>]*>/

/**
 * Adds the project and the deployment's configuration to the document as meta elements; a widget whose document has none
 * calls the API and requests `widget.config.json`.
 */
export const withSettings = (html: string, project: Project, widgetConfig: object): string =>
  html
    .replace(configPreload, '')
    .replace(
      '</head>',
      () =>
        `${metaElement(documentProjectName, documentProject(project))}${metaElement(deployConfigName, widgetConfig)}</head>`,
    )
