/**
 * The version of a receipt's signed text. A verifier refuses others. In a file of its own, so that the
 * command bundles no schema.
 */
export const RECEIPT_VERSION = 1;
