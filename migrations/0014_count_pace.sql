ALTER TABLE `graph_memory` ADD `records` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `graph` ADD `count_at` integer;--> statement-breakpoint
CREATE INDEX `graph_count_postponed` ON `graph` (`count_at`,`project`) WHERE count_at is not null;