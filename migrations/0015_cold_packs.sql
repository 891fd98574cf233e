CREATE TABLE `cold_object` (
	`project` text NOT NULL,
	`graph` text NOT NULL,
	`sequence` integer NOT NULL,
	`through` integer NOT NULL,
	`key` text NOT NULL,
	`packs` text,
	PRIMARY KEY(`project`, `graph`, `sequence`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `cold_object_key` ON `cold_object` (`key`);--> statement-breakpoint
ALTER TABLE `project` ADD `cold_search` text;--> statement-breakpoint
ALTER TABLE `last_sweep` ADD `searched_key` text;