/** The first lines of what techniques put into the context: by them it can be found there. Any process. */

export const mapHeading = 'The files of the project, each with what it declares for others:'

export const planHeading = 'A plan has been made for this:'

export const notesHeading = 'Your notes:'
