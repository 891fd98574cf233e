ALTER TABLE `project` ADD `previous_pack_database` text;--> statement-breakpoint
ALTER TABLE `project` ADD `pack_database_since` integer;--> statement-breakpoint
CREATE INDEX `project_moving` ON `project` (`previous_pack_database`) WHERE previous_pack_database is not null;