ALTER TABLE `graph` ADD `overview_revision` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE `graph` ADD `overview_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `graph_without_overview` ON `graph` (`project`,`updated_at`) WHERE overview_revision < revision and operations + variables + links >= 20000;