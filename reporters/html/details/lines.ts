/** Lines of text for the page; main process. */
import { printable } from '../../text.ts'

/** Lines and tabs stay what they are; what would reorder or hide text is shown. */
export function printableLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\t').map(printable).join('\t'))
    .join('\n')
}
