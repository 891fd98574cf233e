ALTER TABLE `project` ADD `report_after_filter` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `project` ADD `report_after_count_at` integer DEFAULT 0 NOT NULL;