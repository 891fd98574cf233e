DROP INDEX `graph_first`;--> statement-breakpoint
ALTER TABLE `project` ADD `first_event_at` integer;--> statement-breakpoint
UPDATE `project` SET `first_event_at` = (SELECT min(`created_at`) FROM `graph` WHERE `graph`.`project` = `project`.`id`);
