CREATE TABLE `model_prices` (
	`project` text PRIMARY KEY NOT NULL,
	`prices` text NOT NULL,
	FOREIGN KEY (`project`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `graph_memory` ADD `tokens_by_model` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `prompt_use` ADD `tokens_by_model` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- Graphs that were counted before have no tokens by model, so they are counted again.
UPDATE `graph` SET `counted_revision` = -1;
