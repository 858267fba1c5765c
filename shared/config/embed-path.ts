/** Path of the widget's document for host pages, without the project's id. It changes only with the window phase. */
export const embedPath = '/embed/1/'

/**
 * The same document for cross-origin isolated pages, which embed only frames whose document sends
 * `Cross-Origin-Embedder-Policy` itself (HTML, "cross-origin embedder policy"). Such a document cannot frame others.
 */
export const isolatedEmbedPath = `${embedPath}isolated/`
