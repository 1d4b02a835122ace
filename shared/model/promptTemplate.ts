// Prompts with inputs in them: `{obs}`, or `{item.title}` for a key within one. Braces around anything else, such as JSON in a prompt,
// stay as they are.

const NAME = String.raw`\{([A-Za-z_][\w-]*(?:\.[\w-]+)*)\}`;
const PLACEHOLDER = new RegExp(NAME, 'g');
const ALONE = new RegExp(`^${NAME}$`);

/** What stands in braces, in order: `item.title`. */
export function promptPlaceholders(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as string);
}

/** The name where a placeholder is all that there is. */
export function onlyPlaceholder(template: string): string | undefined {
  return ALONE.exec(template.trim())?.[1];
}

/** The template with what `read` gives in the place of every name. */
export function filledPrompt(template: string, read: (name: string) => string): string {
  return template.replace(PLACEHOLDER, (_, name: string) => read(name));
}
