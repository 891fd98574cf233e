ALTER TABLE `graph_memory` ADD `input_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `graph_memory` ADD `output_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompt_use` ADD `input_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompt_use` ADD `output_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX `experiment_result_outcome`;--> statement-breakpoint
CREATE INDEX `experiment_result_outcome` ON `experiment_result` (`experiment`,`outcome`,`item`,`graph`);--> statement-breakpoint
-- Graphs that were counted before have no tokens, so they are counted again.
UPDATE `graph` SET `counted_revision` = -1;
